import { useEffect, useRef, useState } from 'preact/hooks'
import { saveFile } from '../../parts/save-file.js'
import { say } from '../../words/say.js'
import type { Facts, Problem } from '../engine/messages.js'
import { type Example, exampleFile, examples } from '../examples.js'
import { shareText } from '../figures.js'
import type { OpenError, Reading } from '../use-lab.js'

interface DataBoxProps {
  readonly facts: Facts | undefined
  readonly reading: Reading | undefined
  readonly openError: OpenError | undefined
  readonly positive: string
  onFile(file: File): void
  onPositive(positive: string): void
}

/** Number of classes listed with their shares. */
const MOST_NAMED = 4

/** The file: dropped, chosen or synthetic. */
export const DataBox = ({ facts, reading, openError, positive, onFile, onPositive }: DataBoxProps) => {
  const isOver = useDrop(onFile)
  return (
    <section aria-labelledby="lab-data">
      <h2 id="lab-data">{say('lab.data.title')}</h2>
      {openError && (
        <div class="file wrong" role="alert">
          <FileErrorMessage openError={openError} open={facts?.name} />
          <p class="acts">
            <Chooser onFile={onFile} class="button" />
          </p>
        </div>
      )}
      {(!openError || facts) && (
        <div class={isOver ? 'file over' : 'file'}>
          {isOver ? (
            <p>{say('lab.data.dropHere')}</p>
          ) : reading ? (
            <ReadingFile reading={reading} />
          ) : facts ? (
            <FileFacts facts={facts} positive={positive} onPositive={onPositive} />
          ) : (
            <p class="muted">{say('lab.data.formats')}</p>
          )}
          {!openError && (
            <p>
              <Chooser onFile={onFile} class="as-link" another={facts !== undefined} />{' '}
              <span class="faint">{say('lab.data.drop')}</span>
            </p>
          )}
        </div>
      )}
      <Examples name={facts?.name} onFile={onFile} />
    </section>
  )
}

interface ChooserProps {
  readonly class: string
  readonly another?: boolean
  onFile(file: File): void
}

const Chooser = ({ class: name, another = false, onFile }: ChooserProps) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" class={name} onClick={() => input.current?.click()}>
        {say(another ? 'lab.data.another' : 'lab.data.choose')}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={say('lab.data.choose')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
}

const positionText = (name: string, { file = name, line, column }: Problem): string => {
  if (line === undefined) return say('lab.fileError.file', { file })
  return column === undefined
    ? say('lab.fileError.line', { file, line })
    : say('lab.fileError.column', { file, line, column })
}

/** The message without its position, which is shown above it. */
const messageText = ({ message, file, line, column }: Problem): string => {
  const place = [file, line, column].filter((part) => part !== undefined).join(':')
  const text = place !== '' && message.startsWith(`${place}: `) ? message.slice(place.length + 2) : message
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
}

const FileErrorMessage = ({
  openError: { name, problem },
  open,
}: {
  readonly openError: OpenError
  readonly open?: string | undefined
}) => (
  <div class="fault">
    <div>
      <b>{positionText(name, problem)}</b>
      <p>{messageText(problem)}</p>
      <p class="muted">
        {open === undefined ? say('lab.fileError.nothing') : say('lab.fileError.still', { name: open })}
      </p>
    </div>
  </div>
)

const ReadingFile = ({ reading: { name, share } }: { readonly reading: Reading }) => (
  <p role="status">
    {share === undefined
      ? say('lab.data.reading', { name })
      : say('lab.data.readingShare', {
          name,
          share: say('common.percent', { value: Math.round(100 * share) }),
        })}
  </p>
)

interface FactsProps {
  readonly facts: Facts
  readonly positive: string
  onPositive(positive: string): void
}

const FileFacts = ({ facts: { name, items, features, classes }, positive, onPositive }: FactsProps) => {
  const largest = classes.toSorted((a, b) => b.count - a.count)
  const named = classes.length > MOST_NAMED ? largest.slice(0, MOST_NAMED - 1) : classes
  const shares = named.map((one) =>
    say('lab.data.share', {
      name: one.name,
      share: shareText(one.count / items),
    }),
  )
  const more = classes.length - named.length
  return (
    <>
      <b class="name">{name}</b>
      <span class="muted">
        {say('lab.data.facts', {
          items: say('lab.data.items', { count: items }),
          features: say('lab.data.features', { count: features }),
        })}
      </span>
      <span class="muted">
        {shares.join(', ')} {more > 0 && say('lab.data.moreClasses', { count: more })}
      </span>
      {classes.length === 2 && (
        <label class="positive">
          {say('lab.data.positive')}
          <select value={positive} onChange={({ currentTarget }) => onPositive(currentTarget.value)}>
            {classes.map((one) => (
              <option key={one.name} value={one.name}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
      )}
      <p class="unseen" role="status">
        {say('lab.data.opened', {
          name,
          items: say('lab.data.items', { count: items }),
          classes: say('lab.data.classes', { count: classes.length }),
        })}
      </p>
    </>
  )
}

const Examples = ({ name, onFile }: { readonly name: string | undefined; onFile(file: File): void }) => {
  const shown = examples.find((example) => exampleName(example) === name)
  if (name !== undefined)
    return shown === undefined ? null : (
      <p class="tries">
        <button type="button" class="as-link" onClick={() => saveFile(exampleFile(shown), name)}>
          {say('lab.data.saveExample')}
        </button>
      </p>
    )
  return (
    <p class="tries muted">
      {say('lab.data.noFile')}
      <span>
        {examples.map((example) => (
          <button key={example} type="button" class="as-link" onClick={() => onFile(exampleFile(example))}>
            {say(`lab.data.${example}`)}
          </button>
        ))}
      </span>
    </p>
  )
}

const exampleName = (example: Example): string => `synthetic-${example}.csv`

/** Accepts drops anywhere; otherwise the browser would open the file. Returns whether a file is dragged. */
const useDrop = (onFile: (file: File) => void): boolean => {
  const [isOver, setOver] = useState(false)
  const latest = useRef(onFile)
  latest.current = onFile
  useEffect(() => {
    const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const over = (event: DragEvent) => {
      if (!hasFile(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const drop = (event: DragEvent) => {
      if (!hasFile(event)) return
      event.preventDefault()
      setOver(false)
      const file = event.dataTransfer?.files[0]
      if (file) latest.current(file)
    }
    const control = new AbortController()
    const { signal } = control
    document.addEventListener('dragover', over, { signal })
    document.addEventListener('dragleave', leave, { signal })
    document.addEventListener('drop', drop, { signal })
    return () => control.abort()
  }, [])
  return isOver
}
