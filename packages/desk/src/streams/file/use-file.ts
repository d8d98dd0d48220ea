import { type Connection, connect, type Remote, type RpcPort } from '@askance/core/rpc'
import type { ColumnRole } from '@askance/data'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type OpenError, toFileProblem } from '../../parts/file/problem.js'
import { startWorker } from '../../parts/file/start-worker.js'
import { corrected } from './corrections.js'
import { type Corrections, type FileFacts, noCorrections, type Understood } from './engine/messages.js'
import type { FileSession } from './engine/session.js'

export type FileEngine = Remote<FileSession>

/** How far a file was read. */
export interface Reading {
  readonly name: string
  readonly items: number
  readonly share: number | undefined
}

export interface OpenFile {
  readonly engine: FileEngine
  readonly understood: Understood
  /** Undefined until all of it was read. */
  readonly facts: FileFacts | undefined
}

export interface FileState {
  readonly file: OpenFile | undefined
  readonly reading: Reading | undefined
  readonly openError: OpenError | undefined
  open(file: File): void
  /** Reads the file again with another role for a column. */
  correct(column: string, role: ColumnRole): void
  /** Reads the file again without its invalid records. */
  skipInvalid(): void
  close(): void
}

/** Reads a file in a worker, which starts with the first file. */
export const useFile = (): FileState => {
  const engine = useRef<FileEngine & Connection>(undefined)
  const chosen = useRef<File>(undefined)
  const corrections = useRef<Corrections>(noCorrections)
  const turns = useRef(0)
  const [understood, setUnderstood] = useState<Understood>()
  const [facts, setFacts] = useState<FileFacts>()
  const [reading, setReading] = useState<Reading>()
  const [openError, setOpenError] = useState<OpenError>()

  const end = (): void => {
    void engine.current?.close()
    engine.current = undefined
  }
  useEffect(() => end, [])

  const started = (): FileEngine => {
    engine.current ??= connect<FileSession>(startWorker('file') as unknown as RpcPort, {
      onDeath: () => {
        engine.current = undefined
      },
    })
    return engine.current
  }

  const read = async (file: File): Promise<void> => {
    const turn = ++turns.current
    const isLast = () => turn === turns.current
    const { name } = file
    setReading({ name, items: 0, share: undefined })
    setOpenError(undefined)
    setFacts(undefined)
    try {
      const found = await started().open(file, corrections.current, (event) => {
        if (!isLast()) return
        if (event.kind === 'understood') setUnderstood(event.understood)
        else setReading({ name, items: event.items, share: event.share })
      })
      if (isLast() && found) setFacts(found)
    } catch (cause) {
      if (isLast()) setOpenError({ name, problem: toFileProblem(cause) })
    }
    if (isLast()) setReading(undefined)
  }

  return {
    file: understood && engine.current && { engine: engine.current, understood, facts },
    reading,
    openError,
    open: (file) => {
      chosen.current = file
      corrections.current = noCorrections
      setUnderstood(undefined)
      void read(file)
    },
    correct: (column, role) => {
      if (!understood || !chosen.current) return
      corrections.current = corrected(corrections.current, understood.columns, column, role)
      void read(chosen.current)
    },
    skipInvalid: () => {
      corrections.current = { ...corrections.current, skip: true }
      if (chosen.current) void read(chosen.current)
    },
    close: () => {
      turns.current++
      end()
      for (const forget of [setUnderstood, setFacts, setReading, setOpenError]) forget(undefined)
    },
  }
}
