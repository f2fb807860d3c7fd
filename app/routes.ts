import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  layout("shell/site-frame.tsx", [
    index("routes/home/page.tsx"),
    route("signup", "routes/accounts/signup.tsx"),
    route("login", "routes/accounts/login.tsx"),
    route("forgot-password", "routes/accounts/forgot-password.tsx"),
    route("reset-password", "routes/accounts/reset-password.tsx"),
    route("verify-email", "routes/accounts/verify-email.tsx"),
    route("contact", "routes/contact/page.tsx"),
    route("privacy", "routes/site-pages/page.tsx", { id: "privacy" }),
    route("terms", "routes/site-pages/page.tsx", { id: "terms" }),
    route("imprint", "routes/site-pages/page.tsx", { id: "imprint" }),
    route("pages/:slug", "routes/site-pages/page.tsx", { id: "site-page" }),
    route("templates", "routes/templates/page.tsx"),
    route("docs/api", "routes/api-docs/page.tsx"),
    route(":templates", "routes/type/page.tsx"),
    route(":templates/:slug", "routes/template/page.tsx"),
  ]),
  // Fills the window and scrolls inside, so without the site's frame.
  route(":templates/:slug/use", "routes/editor/page.tsx"),
  route("shared/:secret", "routes/shared/page.tsx"),
  route("setup", "routes/setup/page.tsx"),
  layout("shell/dashboard-layout.tsx", [
    route("dashboard", "routes/dashboard/overview.tsx"),
    route("dashboard/saved", "routes/dashboard/saved.tsx"),
    route("dashboard/documents", "routes/dashboard/documents.tsx"),
    route("dashboard/history", "routes/dashboard/history.tsx"),
    route("dashboard/profile", "routes/dashboard/profile.tsx"),
    route("dashboard/account", "routes/dashboard/account.tsx"),
  ]),
  layout("shell/studio-layout.tsx", [
    route("studio", "routes/studio/templates.tsx"),
    route("studio/types", "routes/studio/types.tsx"),
    route("studio/home", "routes/studio/home.tsx"),
    route("studio/pages", "routes/studio/pages.tsx"),
    route("studio/pages/:id", "routes/studio/page.tsx"),
    route("studio/figures", "routes/studio/figures.tsx"),
    route("studio/people", "routes/studio/people.tsx"),
    route("studio/messages", "routes/studio/messages.tsx"),
    route("studio/log", "routes/studio/log.tsx"),
  ]),
  route("dashboard/messages", "routes/studio/moved.ts", { id: "moved-messages" }),
  route("dashboard/people", "routes/studio/moved.ts", { id: "moved-people" }),
  route("dashboard/log", "routes/studio/moved.ts", { id: "moved-log" }),
  // Fills the window, as the editor does.
  layout("shell/draft-layout.tsx", [
    route("studio/drafts/:id", "routes/studio/draft.tsx"),
    route("studio/templates/:id", "routes/studio/template.tsx"),
  ]),
  route("robots.txt", "routes/engines/robots.ts"),
  route("sitemap.xml", "routes/engines/sitemap.ts"),
  route("sitemap/:part", "routes/engines/sitemap.ts", { id: "sitemap-part" }),
  route("manifest.webmanifest", "routes/engines/manifest.ts"),
  // Last, so that an unknown path is a 404 of ours and not the router's own.
  route("*", "routes/unknown/page.tsx"),
] satisfies RouteConfig;
