import type { FoundItem } from '@askance/data'
import { useState } from 'preact/hooks'
import { say } from '../../words/say.js'
import { Choice } from '../form/field.js'
import type { PastedText } from './send.js'
import type { FileEngine } from './use-file.js'

const MAX_FOUND = 8

/** Examples that people know before the first question. */
export interface Examples {
  /** Items of the file, with a class. */
  readonly chosen: readonly (FoundItem & { readonly label: string })[]
  readonly pasted: readonly PastedText[]
}

export const noExamples: Examples = { chosen: [], pasted: [] }

/** The examples of classes that exist. */
export const examplesOf = ({ chosen, pasted }: Examples, classes: readonly string[]): Examples => ({
  chosen: chosen.filter(({ label }) => classes.includes(label)),
  pasted: pasted.filter(({ label }) => classes.includes(label)),
})

interface ExamplesFieldProps {
  readonly engine: FileEngine
  readonly classes: readonly string[]
  readonly examples: Examples
  /** Whether texts can be pasted. */
  readonly hasText: boolean
  onChange(examples: Examples): void
}

/** Items found by a search, or pasted texts, as examples of a class. */
export const ExamplesField = ({ engine, classes, examples, hasText, onChange }: ExamplesFieldProps) => {
  const { chosen, pasted } = examples
  const count = chosen.length + pasted.length
  return (
    <details class="advanced">
      <summary>
        {say('streams.file.examples')}{' '}
        <span>
          {count === 0 ? say('streams.file.examplesHint') : say('streams.file.exampleCount', { count })}
        </span>
      </summary>
      <div class="inner">
        {classes.length === 0 ? (
          <p class="hint">{say('streams.file.classesFirst')}</p>
        ) : (
          <>
            <Search engine={engine} classes={classes} examples={examples} onChange={onChange} />
            {hasText && (
              <Paste
                classes={classes}
                onAdd={(added) => onChange({ chosen, pasted: [...pasted, ...added] })}
              />
            )}
            <Given examples={examples} onChange={onChange} />
          </>
        )}
      </div>
    </details>
  )
}

type SearchProps = Omit<ExamplesFieldProps, 'hasText'>

const Search = ({ engine, classes, examples: { chosen, pasted }, onChange }: SearchProps) => {
  const [wanted, setWanted] = useState('')
  const [found, setFound] = useState<readonly FoundItem[]>()
  const search = async (words: string) => {
    setWanted(words)
    const items = words.trim() === '' ? undefined : await engine.search(words, MAX_FOUND)
    setFound(items)
  }
  const choose = (item: FoundItem, label: string) => {
    const others = chosen.filter(({ id }) => id !== item.id)
    onChange({ pasted, chosen: label === '' ? others : [...others, { ...item, label }] })
  }
  return (
    <div class="field">
      <label for="file-search">{say('streams.file.search')}</label>
      <input
        id="file-search"
        type="search"
        class="input"
        autocomplete="off"
        value={wanted}
        onInput={({ currentTarget }) => void search(currentTarget.value)}
      />
      <p class="hint" role="status">
        {found && say('streams.file.found', { count: found.length })}
      </p>
      <ul class="found">
        {found?.map((item) => (
          <li key={item.id}>
            <span>{item.title}</span>
            <Choice
              label={say('streams.file.classOf', { item: item.title })}
              value={chosen.find(({ id }) => id === item.id)?.label ?? ''}
              options={[['', say('streams.file.noClass')], ...classes.map((one) => [one, one] as const)]}
              onChange={(label) => choose(item, label)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface PasteProps {
  readonly classes: readonly string[]
  onAdd(added: readonly PastedText[]): void
}

const Paste = ({ classes, onAdd }: PasteProps) => {
  const [typed, setTyped] = useState('')
  const [label, setLabel] = useState('')
  const texts = typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const chosen = classes.includes(label) ? label : (classes[0] ?? '')
  return (
    <div class="field">
      <label for="file-paste">{say('streams.file.paste')}</label>
      <textarea
        id="file-paste"
        class="input"
        rows={3}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <p class="paste-acts">
        <Choice
          label={say('streams.file.pasteClass')}
          value={chosen}
          options={classes.map((one) => [one, one] as const)}
          onChange={setLabel}
        />
        <button
          type="button"
          class="button"
          disabled={texts.length === 0}
          onClick={() => {
            onAdd(texts.map((text) => ({ text, label: chosen })))
            setTyped('')
          }}
        >
          {texts.length === 0
            ? say('streams.file.pasteNone')
            : say('streams.file.pasteAdd', { count: texts.length })}
        </button>
      </p>
    </div>
  )
}

const Given = ({
  examples: { chosen, pasted },
  onChange,
}: Pick<ExamplesFieldProps, 'examples' | 'onChange'>) => (
  <ul class="found">
    {chosen.map((item) => (
      <li key={`item ${item.id}`}>
        <span>
          <b>{item.label}</b> {item.title}
        </span>
        <Remove
          title={item.title}
          onRemove={() => onChange({ pasted, chosen: chosen.filter(({ id }) => id !== item.id) })}
        />
      </li>
    ))}
    {pasted.map((one, k) => (
      <li key={`text ${k}`}>
        <span>
          <b>{one.label}</b> {one.text}
        </span>
        <Remove
          title={one.text}
          onRemove={() => onChange({ chosen, pasted: pasted.filter((other) => other !== one) })}
        />
      </li>
    ))}
  </ul>
)

const Remove = ({ title, onRemove }: { readonly title: string; onRemove(): void }) => (
  <button
    type="button"
    class="button quiet"
    aria-label={say('streams.file.removeExample', { title: title.slice(0, 60) })}
    onClick={onRemove}
  >
    {say('streams.file.remove')}
  </button>
)
