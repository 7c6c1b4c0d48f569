/** What deleting a bill means. */
export function Consequences() {
  return (
    <ul className="grid list-disc gap-1 pl-5">
      <li>Its public page and its PDF say that the bill was withdrawn, and show it no more.</li>
      <li>It can no longer be changed or sent, and this cannot be undone.</li>
      <li>The record and all of its versions stay here, and its number stays used.</li>
    </ul>
  )
}
