import { type Argument, type Command, completions, type Flag } from '../command/declare.js'
import { commonFlags } from '../command/parse.js'

/** Escapes text inside single quotes for `_arguments`. */
const escapeText = (text: string): string => text.replace(/[[\]:]/g, '\\$&').replaceAll("'", "'\\''")

const action = (value: Flag | Argument, file: boolean): string => {
  const words = completions(value).map((word) => escapeText(word).replace(/[()]/g, '\\$&'))
  if (words.length > 0) return `(${words.join(' ')})`
  return file ? '_files' : ' '
}

const flagSpec = ([name, flag]: [string, Flag]): string => {
  const repeated = flag.repeated ? '*' : ''
  if (flag.type === 'switch') return `'--${name}[${escapeText(flag.summary)}]'`
  const hint = escapeText(flag.hint ?? 'value')
  // An optional value must follow an equals sign.
  const joint = flag.alone === undefined ? '=' : '=-'
  const optional = flag.alone === undefined ? ':' : '::'
  const values = action(flag, flag.type === 'file')
  return `'${repeated}--${name}${joint}[${escapeText(flag.summary)}]${optional}${hint}:${values}'`
}

const argumentSpec = (argument: Argument, k: number): string => {
  const colons = argument.optional && !argument.repeated ? '::' : ':'
  const place = argument.repeated ? '*' : k + 1
  return `'${place}${colons}${escapeText(argument.name)}:${action(argument, argument.file === true)}'`
}

const commandBranch = ({ name, arguments: args, flags }: Command): string => {
  const specs = [
    ...Object.entries<Flag>({ ...flags, ...commonFlags }).map(flagSpec),
    ...args.map(argumentSpec),
  ]
  return `    ${name})\n      _arguments ${specs.join(' \\\n        ')}\n      ;;`
}

/** The zsh completion script. */
export const zshCompletion = (commands: readonly Command[]): string => `#compdef askance
# Completion of askance for zsh. Load it with: source <(askance completion zsh)
_askance() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    '${name}:${escapeText(summary)}'`).join('\n')}
    'help:show help for a command'
  )
  if ((CURRENT == 2)); then
    _describe 'command' commands
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
    help) _describe 'command' commands ;;
${commands.map(commandBranch).join('\n')}
  esac
}

if [[ $funcstack[1] == _askance ]]; then
  _askance "$@"
else
  compdef _askance askance
fi
`
