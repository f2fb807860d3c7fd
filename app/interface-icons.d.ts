declare module "virtual:icon/*" {
  const drawing: string;
  export default drawing;
}
