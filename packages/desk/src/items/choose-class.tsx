import { MAX_KEYED_CLASSES } from '../parts/class-filter.js'
import { ClassName } from '../parts/class-name.js'
import { ClassPicker } from '../parts/class-picker.js'
import { Dialog } from '../parts/dialog.js'

interface ChooseClassProps {
  readonly title: string
  readonly classes: readonly string[]
  readonly open: boolean
  onPick(label: string): void
  onClose(): void
}

/** A dialog to choose a class: buttons for a few, a search for many. */
export const ChooseClass = ({ title, classes, open, onPick, onClose }: ChooseClassProps) => (
  <Dialog title={title} open={open} onClose={onClose} class="choose-class">
    {classes.length > MAX_KEYED_CLASSES ? (
      <ClassPicker classes={classes} isFocused onPick={onPick} onClose={onClose} />
    ) : (
      <div class="class-buttons">
        {classes.map((label) => (
          <button key={label} type="button" class="button" onClick={() => onPick(label)}>
            <ClassName classes={classes} label={label} />
          </button>
        ))}
      </div>
    )}
  </Dialog>
)
