import { useEffect, useState } from 'preact/hooks'
import { MAX_KEYED_CLASSES } from '../parts/class-filter.js'
import { ClassName } from '../parts/class-name.js'
import { ClassPicker } from '../parts/class-picker.js'
import { Dialog } from '../parts/dialog.js'
import type { LabelOrLabels } from '../parts/labels.js'
import { say } from '../words/say.js'

interface ChooseClassProps {
  readonly title: string
  readonly classes: readonly string[]
  /** Whether items have several labels. */
  readonly isSeveral: boolean
  readonly open: boolean
  onPick(label: LabelOrLabels): void
  onClose(): void
}

/** A dialog to choose a class, or several: buttons for a few, a search for many. */
export const ChooseClass = ({ title, classes, isSeveral, open, onPick, onClose }: ChooseClassProps) => {
  const [chosen, setChosen] = useState<readonly string[]>([])
  useEffect(() => setChosen([]), [open])
  const pick = (label: string) => {
    if (!isSeveral) return onPick(label)
    setChosen(chosen.includes(label) ? chosen.filter((one) => one !== label) : [...chosen, label])
  }
  const hasSearch = classes.length > MAX_KEYED_CLASSES
  const buttons = hasSearch ? chosen : classes
  return (
    <Dialog title={title} open={open} onClose={onClose} class="choose-class">
      {hasSearch && <ClassPicker classes={classes} isFocused onPick={pick} onClose={onClose} />}
      <div class="class-buttons">
        {buttons.map((label) => (
          <button
            key={label}
            type="button"
            class="button"
            {...(isSeveral && { 'aria-pressed': chosen.includes(label) })}
            onClick={() => pick(label)}
          >
            <ClassName classes={classes} label={label} />
          </button>
        ))}
      </div>
      {isSeveral && (
        <p class="choose-done">
          <button type="button" class="button primary" onClick={() => onPick(chosen)}>
            {say('items.labelWith', { count: chosen.length })}
          </button>
        </p>
      )}
    </Dialog>
  )
}
