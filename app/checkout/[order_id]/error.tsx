'use client'
import { Failure } from '#components/ui/failure.tsx'

/** A fault of the server on a payer's page: the next step matters more than the cause. */
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
