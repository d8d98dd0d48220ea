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

export const ClassName = ({
  classes,
  label,
}: {
  readonly classes: readonly string[]
  readonly label: string
}) => (
  <span class="class-name" data-class={classColour(classes, label)}>
    {label}
  </span>
)
