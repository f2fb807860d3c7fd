// Writes build/fonts.json: what the compiler must know about every packaged font before reading it. Computing
// it takes half a second, which every render process would spend at its start.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import initCompiler, { TypstFontResolverBuilder } from "@myriaddreamin/typst-ts-web-compiler";
import { DESCRIBED_FONTS, type FontDescriptions, fontKey, listFonts } from "../../server/rendering/fonts.ts";

const wasm = fileURLToPath(import.meta.resolve("@myriaddreamin/typst-ts-web-compiler/wasm"));
await initCompiler({ module_or_path: await WebAssembly.compile(readFileSync(wasm)) });
const resolver = new TypstFontResolverBuilder();
const described: FontDescriptions = {};
for (const { file } of listFonts()) described[fontKey(file)] ??= resolver.get_font_info(readFileSync(file));
writeFileSync(DESCRIBED_FONTS, JSON.stringify(described));
