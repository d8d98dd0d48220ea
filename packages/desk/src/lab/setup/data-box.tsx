import { FileChooser, useDrop } from '../../parts/file/drop.js'
import { FileError } from '../../parts/file/error.js'
import type { OpenError } from '../../parts/file/problem.js'
import { saveFile } from '../../parts/save-file.js'
import { say } from '../../words/say.js'
import type { Facts } from '../engine/messages.js'
import { type Example, exampleFile, examples } from '../examples.js'
import { shareText } from '../figures.js'
import type { Reading } from '../use-lab.js'

interface DataBoxProps {
  readonly facts: Facts | undefined
  readonly reading: Reading | undefined
  readonly openError: OpenError | undefined
  readonly positive: string
  onFile(file: File): void
  onLabel(column: string): void
  onPositive(positive: string): void
}

/** Number of classes listed with their shares. */
const MOST_NAMED = 4

/** The file: dropped, chosen or synthetic. */
export const DataBox = ({
  facts,
  reading,
  openError,
  positive,
  onFile,
  onLabel,
  onPositive,
}: DataBoxProps) => {
  const isOver = useDrop(onFile)
  return (
    <section aria-labelledby="lab-data">
      <h2 id="lab-data">{say('lab.data.title')}</h2>
      {openError && (
        <div class="file wrong" role="alert">
          <FileError openError={openError} open={facts?.name} />
          <LabelColumn columns={openError.problem.columns} onLabel={onLabel} />
          <p class="acts">
            <FileChooser onFile={onFile} class="button" />
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
            <FileFacts facts={facts} positive={positive} onLabel={onLabel} onPositive={onPositive} />
          ) : (
            <p class="muted">{say('lab.data.formats')}</p>
          )}
          {!openError && (
            <p>
              <FileChooser onFile={onFile} class="as-link" another={facts !== undefined} />{' '}
              <span class="faint">{say('lab.data.drop')}</span>
            </p>
          )}
        </div>
      )}
      <Examples name={facts?.name} onFile={onFile} />
    </section>
  )
}

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

interface LabelColumnProps {
  readonly columns: readonly string[] | undefined
  readonly chosen?: string | undefined
  onLabel(column: string): void
}

/** Which column is the label. */
const LabelColumn = ({ columns = [], chosen, onLabel }: LabelColumnProps) =>
  columns.length < 2 ? null : (
    <label class="choice">
      {say('lab.data.labelColumn')}
      <select value={chosen ?? ''} onChange={({ currentTarget }) => onLabel(currentTarget.value)}>
        {chosen === undefined && (
          <option value="" disabled>
            {say('lab.data.chooseColumn')}
          </option>
        )}
        {columns.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )

interface FactsProps {
  readonly facts: Facts
  readonly positive: string
  onLabel(column: string): void
  onPositive(positive: string): void
}

const FileFacts = ({ facts, positive, onLabel, onPositive }: FactsProps) => {
  const { name, items, features, classes, columns, labelColumn, notes } = facts
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
      {notes.map((note) => (
        <span key={note} class="muted">
          {note}
        </span>
      ))}
      <LabelColumn columns={columns} chosen={labelColumn} onLabel={onLabel} />
      {classes.length === 2 && (
        <label class="choice">
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
