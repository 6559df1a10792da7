export const HELP = `pd-mcp: a folder of markdown as an MCP server that never floods a context.

  pd-mcp <folder>…                 serve over stdio, as a client's configuration starts it
  pd-mcp <folder>… --http          serve over Streamable HTTP at http://127.0.0.1:3333/mcp
  pd-mcp                           serve what pd.config.{ts,js,mjs,json} says, else the folder one is in
  pd-mcp config --client <name> <folder>…
                                   print the configuration for claude-code, claude-desktop, cursor, vscode or codex
  pd-mcp cost                      print what the tools cost a model on every turn

  --port <n>       with --http: the port, 0 for any that is free (3333)
  --host <name>    with --http: the address to listen at (127.0.0.1); another one needs a token in PD_TOKEN
  --config <file>  take this configuration
  --no-config      look for no configuration
  --no-watch       do not pick up changes while running
  --no-cache       keep no snapshot between starts
  --help, --version
`;
