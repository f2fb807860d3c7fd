import { Link, Outlet } from "react-router";
import { useProductName } from "../data/product-name.ts";

export default function DefaultLayout() {
  const productName = useProductName();
  return (
    <>
      <header className="border-b border-(--rule) px-(--margin)">
        <nav aria-label="Main" className="mx-auto flex h-(--bar) max-w-(--page-max) items-center gap-6">
          <Link
            to="/"
            className="font-(family-name:--font-head) text-lg font-semibold text-(--key) no-underline"
          >
            {productName}
          </Link>
          <Link to="/templates">Templates</Link>
        </nav>
      </header>
      <main className="mx-auto max-w-(--page-max) px-(--margin) py-12">
        <Outlet />
      </main>
    </>
  );
}
