/** Each is applied once, in order, and never changed after it was released: tables only ever move forward. */
export const MIGRATIONS: readonly string[] = [
  `
  create table pd.graph (
    tenant text not null,
    id text not null,
    version integer not null default 0,
    conventions jsonb not null,
    primary key (tenant, id)
  );

  -- A row is there from the version in which it was born up to the one in which it died; the row of the graph is moved last.
  create table pd.note (
    tenant text not null,
    graph text not null,
    path text not null,
    born integer not null,
    died integer,
    died_at timestamptz,
    place integer not null,
    digest bytea not null,
    bytes bytea not null,
    primary key (tenant, graph, path, born)
  );
  create index note_born on pd.note (tenant, graph, born, place);
  create index note_died on pd.note (tenant, graph, died) where died is not null;

  -- The index of a version as bytes, in parts; what changed since is read from the notes.
  create table pd.snapshot (
    tenant text not null,
    graph text not null,
    version integer not null,
    part integer not null,
    bytes bytea not null,
    primary key (tenant, graph, version, part)
  );

  create table pd.session (
    tenant text not null,
    id text not null,
    caller text not null,
    created_at double precision not null,
    used_at double precision not null,
    forgotten integer not null default 0,
    primary key (tenant, id)
  );
  create index session_used on pd.session (tenant, used_at);

  create table pd.seen (
    tenant text not null,
    session text not null,
    graph text not null,
    node text not null,
    level smallint not null,
    digests jsonb not null,
    primary key (tenant, session, graph, node),
    foreign key (tenant, session) references pd.session (tenant, id) on delete cascade
  );

  create table pd.entry (
    tenant text not null,
    session text not null,
    number bigint generated always as identity,
    entry jsonb not null,
    primary key (tenant, session, number),
    foreign key (tenant, session) references pd.session (tenant, id) on delete cascade
  );
  `,
];

/** Every table with rows of tenants: each is behind a policy, for the owner too. */
export const TENANT_TABLES = ["graph", "note", "snapshot", "session", "seen", "entry"] as const;

/** Without a tenant the setting is missing, and a statement fails instead of seeing all. */
export function policyOf(table: (typeof TENANT_TABLES)[number]): string {
  return `
    alter table pd.${table} enable row level security;
    alter table pd.${table} force row level security;
    drop policy if exists tenant on pd.${table};
    create policy tenant on pd.${table}
      using (tenant = current_setting('pd.tenant')) with check (tenant = current_setting('pd.tenant'));
  `;
}
