import { AskanceError } from '@askance/core'
import { counted } from '@askance/core/internals'
import type { IndexBase, ItemInput, Skipped } from '@askance/data'
import type { Context, Output } from '../../context.js'
import { cliError } from '../../errors.js'
import { openModelFile } from '../../files/model-file.js'
import { openSink, type Sink } from '../../files/sink.js'
import { skippedText } from '../../stream/skipped.js'
import type { StatusLine } from '../../terminal/status-line.js'
import type { RunData } from './data.js'
import { Progress, type ProgressTable, showsRows } from './progress.js'
import type { RunFlags } from './settings.js'

/** What the results of all runs have. */
export interface PlayedRun {
  /** The items of this run, without those of a resumed model. */
  readonly items: number
  readonly seconds: number
  readonly input: ItemInput
  readonly skipped?: Skipped
}

interface PlayedItems {
  readonly items: number
  /** The last batch; undefined if there was none. */
  readonly last: { readonly base: IndexBase } | undefined
  /** The error that stopped the run. */
  readonly broken: unknown
}

/** A run with one label for an item, or with several. */
interface ReadyRun<Result> {
  readonly headline: string
  readonly table: ProgressTable
  /** Plays the items; the decisions are written to `sink`. */
  play(progress: Progress, sink: Sink | undefined): Promise<PlayedItems>
  /** The bytes of the model; `base` is the first feature index of the data. */
  save(base: IndexBase): Uint8Array
  result(played: PlayedRun): Result
  json(result: Result): object
  print(result: Result, output: Output, context: Context): void
  printDetails(result: Result, output: Output, context: Context): void
}

/** Where the result is printed. */
export const resultOutput = (
  { stdout, stderr }: Context,
  { json, trace }: Pick<RunFlags, 'json' | 'trace'>,
): Output => (json || trace === '-' ? stderr : stdout)

/** Plays the items, saves the model and prints the result; false if not all classes were known. */
export const finishRun = async <Result>(
  context: Context,
  flags: RunFlags,
  data: RunData,
  status: StatusLine,
  run: ReadyRun<Result>,
): Promise<boolean> => {
  const { rows, skipped, about } = data
  const output = resultOutput(context, flags)
  const save = flags.save === undefined ? undefined : await openModelFile(flags.save, context)
  const sink = flags.trace === undefined ? undefined : await openSink(flags.trace, context)
  if (!flags.quiet) status.print(output, `${run.headline}\n\n`)
  const progress = new Progress(run.table, context, {
    output,
    status,
    every: flags.every,
    rows: showsRows(flags),
  })
  const played = await run.play(progress, sink).finally(() => sink?.close())
  const { broken } = played
  if (data.withAllClasses && broken instanceof AskanceError && broken.code === 'data/label') {
    if (!flags.quiet)
      status.print(output, `${broken.message}. Starting again with all classes of the data.\n`)
    return false
  }
  progress.end()
  const { seconds } = progress
  const saveModel = async (): Promise<void> => save?.(run.save(played.last?.base ?? 1))
  await endRun(context, flags, played, skipped, rows.name, saveModel)
  const result = run.result({
    items: played.items,
    seconds,
    input: data.input,
    ...(about.skips && { skipped }),
  })
  if (flags.json) context.stdout.write(`${JSON.stringify(run.json(result))}\n`)
  else {
    if (!flags.quiet) output.write(progress.curve())
    if (flags.verbose) run.printDetails(result, output, context)
    else run.print(result, output, context)
  }
  return true
}

/** Nothing was played: there are no items, or none has a label. */
export const emptyError = (source: string, { unlabelled }: Skipped): Error =>
  cliError(unlabelled > 0 ? 'data/no-labels' : 'data/empty', {}, { source })

/** Saves what was learned, also before an error in the data; then reports skipped items and throws the error. */
const endRun = async (
  { stderr }: Context,
  { save, resume }: Pick<RunFlags, 'save' | 'resume'>,
  { items, broken }: PlayedItems,
  skipped: Skipped,
  source: string,
  saveModel: () => Promise<void>,
): Promise<void> => {
  if (save !== undefined && items > 0) {
    await saveModel()
    if (broken)
      stderr.write(`askance: saved the model to ${save} after ${counted(items, 'item')}, before the error\n`)
  }
  stderr.write(skippedText(skipped))
  if (broken) throw broken
  if (items === 0 && !resume) throw emptyError(source, skipped)
}
