/** At most 80 columns: it is printed as it stands. */
export const HELP = `pd-mcp: a folder of markdown as an MCP server that never floods a context.

  pd-mcp <folder>…
      serve over stdio, as a client's configuration starts it
  pd-mcp <folder>… --http
      serve over Streamable HTTP at http://127.0.0.1:3333/mcp
  pd-mcp
      serve what pd.config.{ts,js,mjs,json} says, else the folder you are in
  pd-mcp config --client <name> <folder>…
      print the configuration for claude-code, claude-desktop, cursor, vscode
      or codex
  pd-mcp --skills [<folder>…]
      serve Agent Skills and no notes: those of the folders, else of this
      project and yours
  pd-mcp cost <folder>…
      print what tools and instructions served cost a model on every turn

  --port <n>       with --http: the port, 0 for any that is free (3333)
  --host <name>    with --http: the address to listen at (127.0.0.1); another
                   one needs a token in PD_TOKEN
  --config <file>  take this configuration; one that is found runs no code and
                   stays in its folder until "pd trust"
  --no-config      look for no configuration
  --max-files <n>  maximum number of files and folders in a vault (200000);
                   required for a whole disk, or a home folder not named
  --structured     answer with structuredContent, for clients that read it; the
                   budget counts that JSON
  --no-meta        send no _meta, for a client that shows it to the model
  --log <file>     write every call and its answer to this file, for pd log and
                   the studio; readable by you alone, bounded
  --no-watch       do not pick up changes while running
  --no-cache       keep no snapshot between starts
  --help, --version

Examples
  pd-mcp docs
  pd-mcp docs --http --port 0
  pd-mcp docs --log calls.jsonl
  pd-mcp config --client claude-code docs
`;
