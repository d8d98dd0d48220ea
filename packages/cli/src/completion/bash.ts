import { type Argument, type Command, completions, type Flag } from '../command/declare.js'
import { commonFlags } from '../command/parse.js'

const quoted = (words: readonly string[]): string => `'${words.join(' ')}'`

const completionAction = (value: Flag | Argument, file: boolean): string => {
  const words = completions(value)
  if (words.length > 0) return `_askance_words ${quoted(words)}`
  return file ? '_askance_files' : ':'
}

const commandBranches = ({ name, arguments: args, flags }: Command): string => {
  const values = Object.entries(flags)
    .filter(([, { type, alone }]) => type !== 'switch' && alone === undefined)
    .map(
      ([flag, declared]) =>
        `    '${name} --${flag}') ${completionAction(declared, declared.type === 'file')}; return ;;`,
    )
  const names = Object.keys({ ...flags, ...commonFlags }).map((flag) => `--${flag}`)
  const [first] = args
  const plain = first ? completionAction(first, first.file === true) : ':'
  return [
    ...values,
    `    '${name} '*) if [[ $current == -* ]]; then _askance_words ${quoted(names)}; else ${plain}; fi ;;`,
  ].join('\n')
}

/** The bash completion script. */
export const bashCompletion = (commands: readonly Command[]): string => {
  const names = [...commands.map(({ name }) => name), 'help']
  return `# Completion of askance for bash. Load it with: source <(askance completion bash)
_askance_words() {
  local word
  while IFS= read -r word; do COMPREPLY+=("$(printf '%q' "$word")"); done < <(compgen -W "$1" -- "$current")
}

_askance_files() {
  compopt -o filenames 2>/dev/null
  local file
  while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$current")
}

_askance() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]}
  # bash splits --flag=value at the equals sign.
  if [[ $current == '=' ]]; then current=
  elif [[ $previous == '=' ]]; then previous=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    _askance_words ${quoted([...names, '--help', '--version'])}
    return
  fi
  case "\${COMP_WORDS[1]} $previous" in
    'help '*) _askance_words ${quoted(names)} ;;
${commands.map(commandBranches).join('\n')}
  esac
}

complete -F _askance askance
`
}
