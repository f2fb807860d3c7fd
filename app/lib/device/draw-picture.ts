/**
 * A page as a picture of the server's size. The browser draws the letters, so pixels at their edges may differ. It uses nothing from
 * outside: a test runs it in pages by its text (tests/e2e/device.test.ts).
 */
export async function drawPicture(
  { svg, width, height }: { svg: string; width: number; height: number },
  dpi: number,
  maxPixels: number,
  type: "image/png" | "image/webp" = "image/png",
): Promise<Blob> {
  const scale = dpi / 72; // points
  const [across, down] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
  if (!across || !down || across * down > maxPixels) throw new RangeError("the picture is too large");
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image(across, down);
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = across;
    canvas.height = down;
    canvas.getContext("2d")?.drawImage(image, 0, 0, across, down);
    const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type));
    canvas.width = canvas.height = 0; // gives its memory back at once
    if (!drawn) throw new RangeError("this browser can't draw a picture of this size");
    return drawn;
  } finally {
    URL.revokeObjectURL(address);
  }
}
