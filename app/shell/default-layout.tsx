import { Outlet, useLocation } from "react-router";
import { SiteFrame } from "./site-frame.tsx";

export default function DefaultLayout() {
  const { pathname } = useLocation();
  return (
    <SiteFrame searchable={pathname !== "/"}>
      <Outlet />
    </SiteFrame>
  );
}
