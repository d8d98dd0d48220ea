import { AskanceError, VERSION } from '@askance/core'
import { suggestion } from '@askance/core/internals'
import type { Command } from './command/declare.js'
import { commandHelp, overview } from './command/help.js'
import { parseCommand } from './command/parse.js'
import { checkTargets } from './command/targets.js'
import { commandNames, loadCommand, loadCommands } from './commands/index.js'
import { type Context, runCleanups } from './context.js'
import { cliError } from './errors.js'

export const EXIT = { fine: 0, failed: 1, usage: 2, fault: 70, interrupted: 130, terminated: 143 } as const

/** Runs the command line and returns the exit code. A user error prints one line, never a stack trace. */
export const main = async (context: Context): Promise<number> => {
  try {
    await dispatch(context).finally(() => runCleanups(context))
    return EXIT.fine
  } catch (error) {
    if (!(error instanceof AskanceError)) throw error
    context.stderr.write(`askance: ${error.message}\n`)
    return /^(usage|setting)\//.test(error.code) ? EXIT.usage : EXIT.failed
  }
}

const dispatch = async (context: Context): Promise<void> => {
  const [first, ...rest] = context.argv
  if (first === undefined || first === '--help' || first === '-h') {
    context.stdout.write(overview(await loadCommands(), context))
    return
  }
  if (first === '--version' || first === '-V' || first === '-v') {
    context.stdout.write(`askance ${VERSION}\n`)
    return
  }
  if (first === 'help') {
    const [name] = rest
    context.stdout.write(
      name === undefined
        ? overview(await loadCommands(), context)
        : commandHelp(await findCommand(name), context),
    )
    return
  }
  const command = await findCommand(first)
  const { help, ...input } = parseCommand(command, rest)
  if (help) context.stdout.write(commandHelp(command, context))
  else {
    await checkTargets(context, command, input)
    await command.run(context, input).catch(withHint(command, input))
  }
}

const NOT_A_NUMBER = 'columns/number'

/** An invalid record of a table can be left out, which somebody with thousands of them must know. */
const withHint =
  (command: Command, { flags }: { readonly flags: object }) =>
  (error: unknown): never => {
    const canSkip = 'on-error' in command.flags && !('on-error' in flags && flags['on-error'] === 'skip')
    const isRecord =
      error instanceof AskanceError && (error.code.startsWith('csv/') || error.code === NOT_A_NUMBER)
    if (!isRecord || !canSkip) throw error
    const { code, text, details, position } = error
    const category = code === NOT_A_NUMBER ? `--columns ${details.name}=category takes any value, and ` : ''
    const hint = `${category}--on-error skip leaves such records out`
    throw new AskanceError(code, `${text}; ${hint}`, details, position)
  }

const findCommand = async (name: string): Promise<Command> => {
  const command = await loadCommand(name)
  if (command) return command
  throw cliError('usage/command', {
    name,
    hint: suggestion(name, commandNames, '`askance --help` lists them'),
  })
}
