/** The consequences of deleting a bill. */
export function Consequences() {
  return (
    <ul className="grid list-disc gap-1 pl-5">
      <li>The public page and PDF show the bill as withdrawn.</li>
      <li>The bill can no longer be edited or sent. This can't be undone.</li>
      <li>The record and its versions are kept. The number can't be reused.</li>
    </ul>
  )
}
