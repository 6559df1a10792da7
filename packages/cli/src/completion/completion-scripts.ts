// Each hands the words up to the cursor to `pd __complete`, which answers with one candidate a line. An answer of ":folders" or ":files"
// means that the shell completes those itself.

const BASH = `# pd completion for bash: source <(pd completion bash)
_pd_complete() {
  local line word="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  [ "$word" = "=" ] && word=""
  while IFS= read -r line; do
    case "$line" in
      :folders) compopt -o filenames 2>/dev/null; while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -d -- "$word") ;;
      :files) compopt -o filenames 2>/dev/null; while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$word") ;;
      *) COMPREPLY+=("$line") ;;
    esac
  done < <("\${COMP_WORDS[0]}" __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _pd_complete pd
`;

const ZSH = `#compdef pd
# pd completion for zsh: source <(pd completion zsh)
_pd() {
  local line
  local -a found
  for line in "\${(@f)$("\${words[1]}" __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    case "$line" in
      :folders) compset -P '--*='; _files -/ ;;
      :files) compset -P '--*='; _files ;;
      ?*) found+=("$line") ;;
    esac
  done
  (( \${#found} )) && compadd -- "\${found[@]}"
}
compdef _pd pd
`;

const FISH = `# pd completion for fish: pd completion fish | source
function __pd_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l program $words[1]
  set -l name (string match -r '^--[^=]+=' -- $words[-1])
  set -l value (string replace -r '^--[^=]+=' '' -- $words[-1])
  for line in ($program __complete $words[2..-1] 2>/dev/null)
    switch $line
      case ':folders'
        for path in (__fish_complete_directories "$value")
          echo "$name$path"
        end
      case ':files'
        for path in (__fish_complete_path "$value")
          echo "$name$path"
        end
      case '*'
        echo $line
    end
  end
end
complete -c pd -f -a '(__pd_complete)'
`;

const POWERSHELL = `# pd completion for PowerShell: pd completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName pd -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($wordToComplete -eq '') { $words += '' }
  & $commandAst.CommandElements[0].ToString() __complete @words 2>$null | Where-Object { -not $_.StartsWith(':') } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;

export const COMPLETION_SCRIPTS: ReadonlyMap<string, string> = new Map([
  ["bash", BASH],
  ["zsh", ZSH],
  ["fish", FISH],
  ["powershell", POWERSHELL],
]);
