import { Fragment } from 'preact'
import { say } from '../words/say.js'
import { nameParts } from './class-filter.js'
import type { LabelOrLabels } from './labels.js'

/** Number of class colours. Further classes are shown by name only. */
const COLOURS = 4

/**
 * Returns the colour number of a class from 1; 0 for none.
 *
 * @example
 * classColour(['ham', 'spam'], 'spam') // => 2
 * classColour(['ham', 'spam'], 'unsure') // => 0
 */
export const classColour = (classes: readonly string[], label: string): number => {
  const place = classes.indexOf(label) + 1
  return place > COLOURS ? 0 : place
}

/** A name that breaks between its words, not within them. */
export const WrappingName = ({ name }: { readonly name: string }) => (
  <>
    {nameParts(name).map((part, place) => (
      <Fragment key={place}>
        {place > 0 && /[\p{L}\p{N}]/u.test(part) && <wbr />}
        {part}
      </Fragment>
    ))}
  </>
)

export const ClassName = ({
  classes,
  label,
}: {
  readonly classes: readonly string[]
  readonly label: string
}) => (
  <span class="class-name" data-class={classColour(classes, label)}>
    <span>
      <WrappingName name={label} />
    </span>
  </span>
)

/** The name of a class, or those of several. */
export const ClassNames = ({
  classes,
  label,
}: {
  readonly classes: readonly string[]
  readonly label: LabelOrLabels
}) => {
  if (typeof label === 'string') return <ClassName classes={classes} label={label} />
  if (label.length === 0) return <span class="faint">{say('common.noLabels')}</span>
  return (
    <span class="class-names">
      {label.map((one) => (
        <ClassName key={one} classes={classes} label={one} />
      ))}
    </span>
  )
}
