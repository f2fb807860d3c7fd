export type LockedPackage = {
  path: string;
  name: string;
  version: string;
  licence: string;
  isShipped: boolean;
};
export function lockedPackages(): LockedPackage[];
export function findForeignLicences<Package extends Pick<LockedPackage, "name" | "licence">>(
  packages: readonly Package[],
): Package[];
