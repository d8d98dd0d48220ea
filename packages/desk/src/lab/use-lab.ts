import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { type OpenError, toFileProblem } from '../parts/file/problem.js'
import { startWorker } from '../parts/file/start-worker.js'
import { LabClient } from './engine/client.js'
import type { Facts, RunSpec } from './engine/messages.js'
import { applyEvent, isRunning, type LabRun, newRun, resumeRun } from './run.js'

/** A run stops only between passes, which can take long on large files. In milliseconds. */
const STOP_TIMEOUT = 10_000

/** A file being read, with the share read so far. */
export interface Reading {
  readonly name: string
  readonly share: number | undefined
}

interface LabState {
  readonly reading: Reading | undefined
  readonly facts: Facts | undefined
  readonly openError: OpenError | undefined
  readonly run: LabRun | undefined
  /** Error of the last run. */
  readonly runError: string | undefined
  open(file: File): void
  /** Reads the last file again with another column of labels. */
  chooseLabel(column: string): void
  start(spec: RunSpec): void
  pause(): void
  resume(): void
  stop(): void
}

const now = (): number => performance.now()

/** Runs the engine while the view is open. */
export const useLab = (onOpened: (facts: Facts) => void): LabState => {
  const [client] = useState(() => new LabClient(() => startWorker('lab'), STOP_TIMEOUT))
  const [reading, setReading] = useState<Reading>()
  const [facts, setFacts] = useState<Facts>()
  const [openError, setOpenError] = useState<OpenError>()
  const [run, setRun] = useState<LabRun>()
  const [runError, setRunError] = useState<string>()
  const isPause = useRef(false)
  const opened = useRef(0)
  useEffect(() => () => client.close(), [client])

  const latest = useRef<File>(undefined)
  const open = async (file: File, labelColumn?: string) => {
    latest.current = file
    const turn = ++opened.current
    const isLast = () => turn === opened.current
    const { name } = file
    setReading({ name, share: undefined })
    setOpenError(undefined)
    try {
      const found = await client.open(
        file,
        ({ done, total }) => {
          if (isLast()) setReading({ name, share: total === undefined ? undefined : done / total })
        },
        labelColumn,
      )
      if (!isLast()) return
      setFacts(found)
      setRun(undefined)
      setRunError(undefined)
      onOpened(found)
    } catch (cause) {
      if (isLast()) setOpenError({ name, problem: toFileProblem(cause) })
    }
    if (isLast()) setReading(undefined)
  }

  const play = async (next: LabRun) => {
    isPause.current = false
    setRunError(undefined)
    setRun(next)
    try {
      const outcome = await client.run(next.spec, (event) =>
        setRun((shown) => shown && applyEvent(shown, event, now())),
      )
      const status = !outcome
        ? 'lost'
        : !outcome.stopped
          ? 'finished'
          : isPause.current
            ? 'paused'
            : 'stopped'
      setRun((shown) => shown && { ...shown, status, outcome })
    } catch (cause) {
      setRunError(toFileProblem(cause).message)
      setRun((shown) => (shown && shown.points.size > 0 ? { ...shown, status: 'lost' } : undefined))
    }
  }

  const halt = (pause: boolean) => {
    isPause.current = pause
    setRun((shown) => shown && { ...shown, status: 'halting' })
    void client.stop()
  }

  useUnloadWarning(isRunning(run))
  return {
    reading,
    facts,
    openError,
    run,
    runError,
    open: useCallback((file: File) => void open(file), []),
    chooseLabel: (column) => latest.current && void open(latest.current, column),
    start: (spec) => void play(newRun(spec, now())),
    pause: () => halt(true),
    resume: () => run && void play(resumeRun(run, now())),
    stop: () => {
      if (isRunning(run)) halt(false)
      else setRun((shown) => shown && { ...shown, status: 'stopped' })
    },
  }
}

/** Asks for confirmation before the tab closes during a run. */
const useUnloadWarning = (isNeeded: boolean): void => {
  useEffect(() => {
    if (!isNeeded) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isNeeded])
}
