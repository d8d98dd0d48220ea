import { type Argument, type Command, completions, type Flag } from '../command/declare.js'
import { commonFlags } from '../command/parse.js'

/** Inside single quotes, fish has two escapes. */
const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`

/** fish evaluates the word list a second time, so parentheses are escaped. */
const wordList = (words: readonly string[]): string =>
  quoted(words.map((word) => word.replace(/[()]/g, '\\$&')).join(' '))

const line = (name: string, parts: readonly string[]): string =>
  `complete -c askance -n '__fish_seen_subcommand_from ${name}' ${parts.join(' ')}`

const flagLine = (command: string, [name, flag]: [string, Flag]): string => {
  const words = completions(flag)
  const value =
    flag.type === 'switch' || flag.alone !== undefined
      ? []
      : words.length > 0
        ? ['-x', '-a', wordList(words)]
        : [flag.type === 'file' ? '-r -F' : '-x']
  const short = flag.short === undefined ? [] : ['-s', flag.short]
  return line(command, ['-l', name, ...short, ...value, '-d', quoted(flag.summary)])
}

const argumentLine = (command: string, argument: Argument): readonly string[] => {
  if (argument.file) return [line(command, ['-F'])]
  const words = completions(argument)
  return words.length > 0 ? [line(command, ['-a', wordList(words), '-d', quoted(argument.summary)])] : []
}

/** The fish completion script. */
export const fishCompletion = (commands: readonly Command[]): string => {
  const names = [
    ...commands.map(({ name, summary }) => ({ name, summary })),
    { name: 'help', summary: 'show help for a command' },
  ]
  return `${[
    '# Completion of askance for fish. Load it with: askance completion fish | source',
    'complete -c askance -f',
    ...names.map(
      ({ name, summary }) => `complete -c askance -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
    ),
    `complete -c askance -n '__fish_seen_subcommand_from help' -a ${wordList(names.map(({ name }) => name))}`,
    ...commands.flatMap(({ name, arguments: args, flags }) => [
      ...Object.entries<Flag>({ ...flags, ...commonFlags }).map((flag) => flagLine(name, flag)),
      ...args.flatMap((argument) => argumentLine(name, argument)),
    ]),
  ].join('\n')}\n`
}
