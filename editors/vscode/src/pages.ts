// The page that shows a picture, under a policy that lets nothing in it run or load anything.

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]);
}

/** Make a page of a picture. It is shown as an image, so that even a picture with scripts in it would be only looked at. */
export function picturePage(title: string, svg: string, text: string): string {
  const source = `data:image/svg+xml;base64,${Buffer.from(svg, "utf8").toString("base64")}`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>
body { padding: 1rem; }
img { background: #fff; border-radius: 4px; max-width: none; padding: 8px; }
pre { white-space: pre-wrap; }
</style>
</head>
<body>
<img alt="${escaped(title)}" src="${source}">
${text.trim() ? `<pre>${escaped(text.trim())}</pre>` : ""}
</body>
</html>
`;
}
