import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    // /assets is the content API's; what is built lives under /builds.
    assetsDir: "builds/assets",
    // Inlined files would need data: in the content security policy.
    assetsInlineLimit: 0,
    target: "baseline-widely-available",
  },
});
