import { useRef, useState } from 'preact/hooks'
import { ItemBody, ItemHead } from '../item/item.js'
import { readItem } from '../item/read.js'
import { type Binary, positiveShare, saysNothing } from '../parts/binary.js'
import { ClassNames } from '../parts/class-name.js'
import { isSameLabel } from '../parts/labels.js'
import { formatPercent } from '../parts/numbers.js'
import { stateText } from '../parts/question-words.js'
import { formatTime } from '../parts/times.js'
import { say } from '../words/say.js'
import { toggleItem } from './selection.js'
import type { ListedItem } from './use-items.js'

interface RowsProps {
  readonly items: readonly ListedItem[]
  readonly classes: readonly string[]
  /** With two classes, the probability of the positive one is shown. */
  readonly binary: Binary | undefined
  /** Missing if the caller may not label. */
  readonly selected: ReadonlySet<string> | undefined
  onSelect(selected: ReadonlySet<string>): void
}

/** The list. Shift selects a range; a click on an item shows all of it. */
export const Rows = ({ items, classes, binary, selected, onSelect }: RowsProps) => {
  const last = useRef<string>(undefined)
  const isRange = useRef(false)
  const ids = items.map(({ id }) => id)
  const toggle = (id: string) => {
    onSelect(toggleItem(selected ?? new Set(), ids, id, { last: last.current, isRange: isRange.current }))
    last.current = id
    isRange.current = false
  }
  const isAll = selected !== undefined && ids.length > 0 && ids.every((id) => selected.has(id))
  return (
    <table class="table item-list">
      <thead>
        <tr>
          {selected && (
            <th scope="col" class="check-cell">
              <input
                type="checkbox"
                aria-label={say('items.selectAll')}
                checked={isAll}
                onChange={() => onSelect(new Set(isAll ? [] : ids))}
              />
            </th>
          )}
          <th scope="col">{say('items.columns.item')}</th>
          <th scope="col">{say('items.columns.prediction')}</th>
          <th scope="col">{say('items.columns.label')}</th>
          <th scope="col" class="when">
            {say('items.columns.time')}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row
            key={item.id}
            item={item}
            classes={classes}
            binary={binary}
            isSelected={selected?.has(item.id)}
            onToggle={() => toggle(item.id)}
            onRange={(is) => {
              isRange.current = is
            }}
          />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  readonly item: ListedItem
  readonly classes: readonly string[]
  readonly binary: Binary | undefined
  readonly isSelected: boolean | undefined
  onToggle(): void
  onRange(isRange: boolean): void
}

const Row = ({ item, classes, binary, isSelected, onToggle, onRange }: RowProps) => {
  const [isOpen, setOpen] = useState(false)
  const { title } = readItem(item)
  return (
    <>
      <tr data-selected={isSelected}>
        {isSelected !== undefined && (
          <td class="check-cell">
            <input
              type="checkbox"
              aria-label={say('items.select', { title })}
              checked={isSelected}
              onClick={({ shiftKey }) => onRange(shiftKey)}
              onChange={onToggle}
            />
          </td>
        )}
        <td class="what">
          <button type="button" class="row-open" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {title}
          </button>
        </td>
        <td class="said">
          {saysNothing(item, classes) ? (
            say('common.none')
          ) : (
            <>
              <ClassNames classes={classes} label={item.predicted} />{' '}
              <span class="faint">{probabilityText(item, binary)}</span>
            </>
          )}
        </td>
        <td class="label">
          <Label item={item} classes={classes} />
        </td>
        <td class="when faint">{formatTime(item.time, Date.now())}</td>
      </tr>
      {isOpen && (
        <tr class="opened">
          <td colSpan={isSelected === undefined ? 4 : 5}>
            <WholeItem item={item} classes={classes} />
          </td>
        </tr>
      )}
    </>
  )
}

const probabilityText = (item: ListedItem, binary: Binary | undefined): string => {
  if (!binary) return say('common.percent', { value: formatPercent(item.confidence) })
  const value = formatPercent(positiveShare(item, binary.positive))
  return say('items.probability', { label: binary.positive, value })
}

/** Nothing in an item is marked here. */
const plain = { predicted: '', contributions: [], unknownFeatures: [] }

/** All of an item. */
export const WholeItem = ({
  item,
  classes,
}: {
  readonly item: ListedItem
  readonly classes: readonly string[]
}) => {
  const shown = {
    item: readItem(item),
    weighed: plain,
    marking: { marks: { known: new Map(), span: 1 }, classes, revealed: false },
  }
  return (
    <div class="item" data-kind={shown.item.kind}>
      <ItemHead {...shown} />
      <ItemBody {...shown} />
    </div>
  )
}

const Label = ({ item, classes }: { readonly item: ListedItem; readonly classes: readonly string[] }) => {
  const { answer, by, votes = [] } = item
  const people = by ?? votes.map((vote) => vote.by).join(', ')
  if (answer !== undefined)
    return (
      <>
        <span class={isSameLabel(answer, item.predicted) ? undefined : 'mistaken'}>
          <ClassNames classes={classes} label={answer} />
        </span>{' '}
        <span class="faint">{people}</span>
      </>
    )
  return <span class="faint">{stateText(item.state)}</span>
}
