/**
 * The part of @react-pdf/renderer that the bench uses; its own types are installed only with the packages of
 * bench/.
 */
declare module "@react-pdf/renderer" {
  import type { ComponentType, ReactElement } from "react";

  type Part = ComponentType<Record<string, unknown>>;
  export const Circle: Part;
  export const Document: Part;
  export const Page: Part;
  export const Svg: Part;
  export const Text: Part;
  export const View: Part;
  export const Font: {
    register(face: { family: string; fonts: { src: string; fontWeight: number }[] }): void;
  };
  export const StyleSheet: { create<Styles extends Record<string, object>>(styles: Styles): Styles };
  export function renderToBuffer(document: ReactElement): Promise<Uint8Array>;
}
