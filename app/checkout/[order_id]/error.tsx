'use client'
import { Failure } from '#components/ui/failure.tsx'

/** A fault of ours on a payer's page: what to do matters more than what it was. */
export default function CheckoutError({
  error,
  retry,
}: {
  error: Error & { digest?: string }
  retry: () => void
}) {
  return (
    <Failure title="This step could not be shown" requestId={error.digest} retry={retry}>
      Reload the page before you pay again. If your payment succeeded, it will be shown.
    </Failure>
  )
}
