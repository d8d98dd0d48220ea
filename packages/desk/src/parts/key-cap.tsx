/** Shows the shortcut of a button. Hidden from screen readers, which get `aria-keyshortcuts`. */
export const KeyCap = ({ name }: { readonly name: string }) => (
  <i class="cap" aria-hidden="true">
    <kbd>{name}</kbd>
  </i>
)
