const MESSAGES: Record<number, string> = {
  400: "Bad Request",
  404: "Page Not Found",
  405: "Method Not Allowed",
};

function escapeHtml(text: string): string {
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

/** What to say about a status in one sentence. */
export function describeStatus(status: number, path: string): string {
  if (status === 404) return `Page not found: ${decode(path).slice(0, 2_000)}`;
  if (status < 500) return "This address can't be answered as it was asked.";
  return "Something went wrong on our side. Please try again in a moment.";
}

/** The error page that needs nothing: for addresses that can't be routed, and for when rendering itself fails. */
export function plainErrorPage(status: number, path: string): Response {
  const message = statusMessage(status);
  const description = describeStatus(status, path);
  const html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${status} ${message}</title>
</head>
<body style="font-family: system-ui, sans-serif; margin: 12vh auto; max-width: 40rem; padding: 0 1rem; line-height: 1.5; overflow-wrap: anywhere">
<main>
<p>${status}</p>
<h1>${message}</h1>
<p>${escapeHtml(description)}</p>
<p><a href="/">Home</a></p>
</main>
</body>
</html>
`;
  const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
  return new Response(html, { status, headers });
}
