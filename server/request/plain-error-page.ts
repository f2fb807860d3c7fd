import { PLAIN_ERROR_POLICY, PLAIN_ERROR_STYLE } from "./plain-error-style.ts";

const MESSAGES: Record<number, string> = {
  400: "Bad Request",
  404: "Page Not Found",
  405: "Method Not Allowed",
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function statusMessage(status: number): string {
  return MESSAGES[status] ?? "Internal Server Error";
}

/** Describes a status in one sentence. */
export function describeStatus(status: number, path: string): string {
  if (status === 404) return `Page not found: ${decode(path).slice(0, 2_000)}`;
  if (status < 500) return "We couldn't understand this request. Check the address and try again.";
  return "Something went wrong on our side. Please try again in a moment.";
}

const MARK = `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.7" aria-hidden="true"><circle cx="12" cy="12" r="6.4"/><path d="M12 0.5v23M0.5 12h23"/><circle cx="12" cy="12" r="2.6" fill="currentColor" stroke="none"/></svg>`;

/** The error page without scripts or other files: for addresses that can't be routed, and when rendering fails. */
export function plainErrorPage(status: number, path: string, further: Record<string, string> = {}): Response {
  const message = statusMessage(status);
  const description = describeStatus(status, path);
  const plates = ["cyan", "magenta", "yellow"].map(
    (ink) => `<span class="${ink}" aria-hidden="true">${status}</span>`,
  );
  const again = status < 500 ? "" : '<a href="">Try again</a>';
  const html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${status} ${message}</title>
<style>${PLAIN_ERROR_STYLE}</style>
</head>
<body>
<header><a class="brand" href="/">${MARK}Home</a></header>
<main>
<p class="plates">${plates.join("")}<span class="key">${status}</span></p>
<div>
<h1>${message}</h1>
<p>${escapeHtml(description)}</p>
<p class="ways">${again}<a href="/templates">All templates</a></p>
</div>
</main>
</body>
</html>
`;
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy": PLAIN_ERROR_POLICY,
    ...further,
  };
  return new Response(html, { status, headers });
}
