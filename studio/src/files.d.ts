declare module "*.css";

declare module "studio:languages" {
  const languages: Record<string, Record<string, string>>;
  export default languages;
}
