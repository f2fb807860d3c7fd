import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * An account and its profile are made by different hands: the accounts library writes `auth_user`, we write `user`.
 * The database itself keeps them together, so that no crash between two statements leaves one without the other.
 */
export async function keepProfilesInStep(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  for (const { name, when, does } of TRIGGERS) {
    if (!isPostgres) {
      await sql.raw(`create trigger ${name} after ${when} for each row begin ${does}; end`).execute(db);
      continue;
    }
    await sql
      .raw(
        `create function ${name}() returns trigger language plpgsql as $$ begin ${does}; return null; end $$`,
      )
      .execute(db);
    await sql.raw(`create trigger ${name} after ${when} for each row execute function ${name}()`).execute(db);
  }
}

const TRIGGERS = [
  {
    name: "profile_made",
    when: `insert on auth_user`,
    does: `insert into "user" (id, avatar, name, email) values (new.id, '/avatar-placeholder.svg', new.name, new.email)`,
  },
  {
    name: "profile_email_changed",
    when: `update of email on auth_user`,
    does: `update "user" set email = new.email where id = new.id`,
  },
  {
    name: "profile_name_changed",
    when: `update of name on "user"`,
    does: `update auth_user set name = new.name where id = new.id`,
  },
];
