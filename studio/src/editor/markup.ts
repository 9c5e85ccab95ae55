// What the language server says in Markdown, as HTML that can do nothing: known elements, no attributes but a class.

const KNOWN = new Set(
  "p br pre code em strong b i ul ol li span h1 h2 h3 h4 h5 h6 blockquote hr table thead tbody tr th td del".split(" "),
);

/** HTML with only what is harmless left of it; the text of anything else stays as text. */
export function harmless(html: string): string {
  const body = new DOMParser().parseFromString(html, "text/html").body;
  clean(body);
  return body.innerHTML;
}

function clean(parent: Element): void {
  for (const child of [...parent.childNodes]) {
    if (child instanceof Element) {
      clean(child);
      if (["script", "style"].includes(child.localName)) child.remove();
      else if (!KNOWN.has(child.localName)) child.replaceWith(...child.childNodes);
      else for (const { name } of [...child.attributes]) if (name !== "class") child.removeAttribute(name);
    } else if (!(child instanceof Text)) {
      child.remove();
    }
  }
}
