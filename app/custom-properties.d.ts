import "react";

declare module "react" {
  /** Custom properties go into `style` like any other. */
  interface CSSProperties {
    [property: `--${string}`]: string | number | undefined;
  }
}
