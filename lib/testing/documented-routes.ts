/**
 * Every address that the public documentation and client libraries of the modelled API name, as method and path. Each
 * is served here, or rejected by the name of its feature.
 */
const DOCUMENTED: Record<string, string> = {
  'GET POST /v1':
    'orders payments/qr_codes refunds customers documents items invoices plans subscriptions payment_links virtual_accounts transfers settlements/ondemand webhooks fund_accounts contacts fund_accounts/validations payout-links',
  'GET PATCH /v1':
    'orders/:id payments/:id refunds/:id items/:id invoices/:id payment_links/:id transfers/:id subscriptions/:id contacts/:id',
  'GET /v1':
    'payments payouts payments/downtimes payments/downtimes/:id payments/:id/card payments/:id/refunds payments/:id/refunds/:id payments/:id/transfers payments/:id/bank_transfer payments/:id/upi_transfer payments/qr_codes/:id payments/qr_codes/:id/payments orders/:id/payments settlements settlements/:id settlements/recon/combined settlements/ondemand/:id disputes disputes/:id documents/:id documents/:id/content customers/:id customers/:id/tokens customers/:id/tokens/:id customers/:id/balance customers/:id/statement customers/eligibility/:id addons addons/:id plans/:id virtual_accounts/:id virtual_accounts/:id/payments transfers/:id/reversals cards/:id iins/:id iins/list methods payouts/:id fund_accounts/:id fund_accounts/validations/:id transactions transactions/:id balance payout-links/:id preferences subscriptions/:id/retrieve_scheduled_changes',
  'POST /v1':
    'payments/:id/capture payments/:id/refund payments/:id/transfers payments/create/json payments/create/upi payments/create/recurring payments/create/openwallet payments/create/ajax payments/create/checkout payments/create/fees payments/validate/vpa payments/validate/account payments/:id/otp_generate payments/:id/otp/submit payments/:id/otp/resend payments/qr_codes/:id/close orders/:id/rto_review orders/:id/fulfillment disputes/:id/accept customers/eligibility customers/:id/bank_account customers/:id/payouts cards/fingerprints tokens tokens/fetch tokens/delete tokens/service_provider_tokens/token_transactional_data subscription_registration/auth_links invoices/:id/issue invoices/:id/cancel invoices/:id/notify_by/:medium payment_links/:id/cancel payment_links/:id/notify_by/:medium subscriptions/:id/cancel subscriptions/:id/pause subscriptions/:id/resume subscriptions/:id/addons subscriptions/:id/cancel_scheduled_changes virtual_accounts/:id/close virtual_accounts/:id/receivers virtual_accounts/:id/allowed_payers transfers/:id/reversals payouts/:id/cancel payout-links/:id/cancel bills devices/activity',
  'PATCH /v1': 'disputes/:id/contest payments/qr_codes/:id fund_accounts/:id bills/:id',
  'PUT /v1': 'customers/:id customers/:id/tokens/:id/cancel webhooks/:id',
  'DELETE /v1':
    'items/:id invoices/:id addons/:id customers/:id/tokens/:id customers/:id/bank_account/:id virtual_accounts/:id/allowed_payers/:id subscriptions/:id/offer bills/:id',
}

/** The same as method and address, with an ID that names nothing in place of each named segment. */
export const documentedRoutes: { method: string; address: string }[] = Object.entries(DOCUMENTED).flatMap(
  ([key, paths]) => {
    const [base = '', ...methods] = key.split(' ').reverse()
    return paths.split(' ').flatMap((path) =>
      methods.map((method) => ({
        method,
        address: `${base}/${path}`.replace(/:\w+/g, 'any_NfLw3gQ81xRt0a'),
      })),
    )
  },
)
