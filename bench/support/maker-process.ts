/** Makes PDFs with one of the other makers in its own process: `maker-process.ts react-pdf`. */
const maker = process.argv[2];
if (maker !== "react-pdf" && maker !== "pdfmake") throw new Error("which maker?");
const { makePdf } = await (maker === "react-pdf"
  ? import("./react-pdf-maker.ts")
  : import("./pdfmake-maker.ts"));

process.on("message", async (serial: number) => {
  process.send?.({ serial, bytes: await makePdf(serial) });
});
process.on("disconnect", () => process.exit(0));
process.send?.({ ready: true });

export {};
