// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the samples are code for the reader, not templates of ours.
import { AI_CLIENT_SAMPLES } from './ai-client-samples.ts'
import { AUTHORIZATION_SAMPLES } from './authorization-samples.ts'
import type { SampleReader } from './samples.ts'

/**
 * The code samples of the guides. `KEY_ID` and `BASE_URL` stand for the reader's own. Those for Node run in a test
 * unchanged, and those for other languages where their interpreter and client are installed
 * (guide-samples.db.test.ts).
 */
const PROGRAMS = {
  'client-node': {
    language: 'Node',
    code: `import Razorpay from 'razorpay'

const client = new Razorpay({ key_id: 'KEY_ID', key_secret: process.env.COUNTERFOIL_KEY_SECRET })
client.api.rq.defaults.baseURL = 'BASE_URL'

const order = await client.orders.create({ amount: 50000, currency: 'INR', receipt: 'R-1' })
console.log(order.id)`,
  },
  'client-python': {
    language: 'Python',
    code: `import os

import razorpay

client = razorpay.Client(
    auth=("KEY_ID", os.environ["COUNTERFOIL_KEY_SECRET"]),
    base_url="BASE_URL",
)
order = client.order.create({"amount": 50000, "currency": "INR", "receipt": "R-1"})
print(order["id"])`,
  },
  'client-php': {
    language: 'PHP',
    code: `<?php
require 'vendor/autoload.php';

use Razorpay\\Api\\Api;

$api = new Api('KEY_ID', getenv('COUNTERFOIL_KEY_SECRET'));
$api->setBaseUrl('BASE_URL');

$order = $api->order->create(['amount' => 50000, 'currency' => 'INR', 'receipt' => 'R-1']);
echo $order->id;`,
  },
  'client-ruby': {
    language: 'Ruby',
    code: `require 'razorpay'

Razorpay.send(:remove_const, :BASE_URI)
Razorpay::BASE_URI = 'BASE_URL'
Razorpay.setup('KEY_ID', ENV.fetch('COUNTERFOIL_KEY_SECRET'))

order = Razorpay::Order.create(amount: 50000, currency: 'INR', receipt: 'R-1')
puts order.id`,
  },
  'client-go': {
    language: 'Go',
    code: `package main

import (
	"fmt"
	"log"
	"os"

	razorpay "github.com/razorpay/razorpay-go"
)

func main() {
	client := razorpay.NewClient("KEY_ID", os.Getenv("COUNTERFOIL_KEY_SECRET"))
	client.Request.BaseURL = "BASE_URL"

	order, err := client.Order.Create(map[string]interface{}{
		"amount":   50000,
		"currency": "INR",
		"receipt":  "R-1",
	}, nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(order["id"])
}`,
  },
  'client-java': {
    language: 'Java',
    code: `import com.razorpay.Order;
import com.razorpay.RazorpayClient;
import java.lang.reflect.Field;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import org.json.JSONObject;

public class CreateOrder {
  public static void main(String[] args) throws Exception {
    RazorpayClient client = new RazorpayClient("KEY_ID", System.getenv("COUNTERFOIL_KEY_SECRET"));
    sendTo("BASE_URL");

    Order order = client.orders.create(
        new JSONObject().put("amount", 50000).put("currency", "INR").put("receipt", "R-1"));
    System.out.println((String) order.get("id"));
  }

  /** The SDK has no setting for its host, so an interceptor of its HTTP client replaces it. */
  static void sendTo(String baseUrl) throws Exception {
    HttpUrl base = HttpUrl.get(baseUrl);
    Field field = Class.forName("com.razorpay.ApiUtils").getDeclaredField("client");
    field.setAccessible(true);
    OkHttpClient http = (OkHttpClient) field.get(null);
    field.set(null, http.newBuilder().addInterceptor(chain -> {
      HttpUrl url = chain.request().url().newBuilder()
          .scheme(base.scheme()).host(base.host()).port(base.port()).build();
      return chain.proceed(chain.request().newBuilder().url(url).build());
    }).build());
  }
}`,
  },
  'client-dotnet': {
    language: 'C#',
    code: `using System;
using System.Collections.Generic;
using Razorpay.Api;

class CreateOrder
{
    static void Main()
    {
        var secret = Environment.GetEnvironmentVariable("COUNTERFOIL_KEY_SECRET");
        var client = new RazorpayClient("BASE_URL", "KEY_ID", secret);

        var order = client.Order.Create(new Dictionary<string, object>
        {
            { "amount", 50000 },
            { "currency", "INR" },
            { "receipt", "R-1" },
        });
        Console.WriteLine(order["id"]);
    }
}`,
  },
  'client-curl': {
    language: 'curl',
    code: `curl BASE_URL/v1/orders \\
  -u "KEY_ID:$COUNTERFOIL_KEY_SECRET" \\
  -H 'Content-Type: application/json' \\
  -d '{"amount":50000,"currency":"INR","receipt":"R-1"}'`,
  },
  'payment-signature': {
    language: 'Node',
    code: `import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whether the payer who came back to your site has really paid. */
export function isGenuine({ order_id, payment_id, signature }, keySecret) {
  const expected = createHmac('sha256', keySecret).update(\`\${order_id}|\${payment_id}\`).digest()
  const given = Buffer.from(String(signature), 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}`,
  },
  'webhook-node': {
    language: 'Node',
    code: `import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { WEBHOOK_SECRET, PORT = '8080' } = process.env
const seen = new Set()

function isGenuine(body, signature) {
  const expected = createHmac('sha256', WEBHOOK_SECRET).update(body).digest()
  const given = Buffer.from(String(signature), 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const server = createServer(async (request, response) => {
  // The bytes as they came: a body that was parsed and written again has another signature.
  const body = Buffer.concat(await Array.fromAsync(request))
  const signature = request.headers['x-signature']
  if (!isGenuine(body, signature)) return response.writeHead(400).end()
  response.writeHead(204).end()

  // The same event may come twice.
  const id = request.headers['x-event-id']
  if (seen.has(id)) return
  seen.add(id)
  const { event, payload } = JSON.parse(body)
  if (event === 'payment.captured') console.log(payload.payment.entity.id)
})
server.listen(PORT, () => console.log(\`Listening on http://localhost:\${PORT}\`))`,
  },
  'webhook-standard': {
    language: 'Node',
    code: `import { Webhook } from 'standardwebhooks'

/** The event, or an exception when the signature or the time is wrong. Takes headers of Node and of fetch. */
export function read(body, headers, secret) {
  const webhook = new Webhook(secret, { format: secret.startsWith('whsec_') ? undefined : 'raw' })
  return webhook.verify(body, Object.fromEntries(new Headers(headers)))
}`,
  },
  'webhook-client': {
    language: 'Node',
    code: `import Razorpay from 'razorpay'

/** Takes headers of Node and of fetch. */
export function isGenuine(body, headers, secret) {
  const signature = new Headers(headers).get('x-razorpay-signature')
  return Razorpay.validateWebhookSignature(body, signature, secret)
}`,
  },
  'webhook-python': {
    language: 'Python',
    code: `import hashlib
import hmac


def is_genuine(body: bytes, signature: str | None, secret: str) -> bool:
    expected = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), (signature or "").encode())`,
  },
  'webhook-php': {
    language: 'PHP',
    code: `<?php
$body = file_get_contents('php://input');
$expected = hash_hmac('sha256', $body, getenv('WEBHOOK_SECRET'));
if (!hash_equals($expected, $_SERVER['HTTP_X_SIGNATURE'] ?? '')) {
    http_response_code(400);
    exit;
}
http_response_code(204);
$event = json_decode($body, true);`,
  },
  'idempotency-node': {
    language: 'Node',
    code: `import { randomUUID } from 'node:crypto'

const authorization = \`Basic \${btoa(\`KEY_ID:\${process.env.COUNTERFOIL_KEY_SECRET}\`)}\`

/** Sends a write until it is answered. All attempts have one key, so there is one effect. */
async function send(path, body, key = randomUUID()) {
  for (let attempt = 0; ; attempt += 1) {
    const response = await fetch(\`BASE_URL\${path}\`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null)
    if (response && response.status < 500 && response.status !== 429) return response
    if (attempt === 5) throw new Error('No answer after six attempts')
    await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 200))
  }
}

const key = randomUUID()
const first = await send('/v1/orders', { amount: 50000, currency: 'INR' }, key)
const again = await send('/v1/orders', { amount: 50000, currency: 'INR' }, key)
console.log((await first.json()).id === (await again.json()).id, again.headers.get('idempotency-replayed'))`,
  },
  'errors-node': {
    language: 'Node',
    code: `import Razorpay from 'razorpay'

const client = new Razorpay({ key_id: 'KEY_ID', key_secret: process.env.COUNTERFOIL_KEY_SECRET })
client.api.rq.defaults.baseURL = 'BASE_URL'

try {
  await client.orders.create({ amount: 1, currency: 'INR' })
} catch ({ statusCode, error }) {
  // 400 input_validation_failed amount
  console.log(statusCode, error.reason, error.field)
}`,
  },
  'paging-node': {
    language: 'Node',
    code: `import Razorpay from 'razorpay'

const client = new Razorpay({ key_id: 'KEY_ID', key_secret: process.env.COUNTERFOIL_KEY_SECRET })
client.api.rq.defaults.baseURL = 'BASE_URL'

/** Every order, newest first. A cursor costs the same at any depth; skip does not. */
async function* everyOrder() {
  for (let last; ; ) {
    const { items } = await client.api.get({ url: '/orders', data: { count: 100, starting_after: last } })
    yield* items
    if (items.length < 100) return
    last = items.at(-1).id
  }
}

let sum = 0
for await (const order of everyOrder()) sum += order.amount_paid
console.log(sum)`,
  },
  ...AI_CLIENT_SAMPLES,
  'test-payment-node': {
    language: 'Node',
    code: `import Razorpay from 'razorpay'

const client = new Razorpay({ key_id: 'KEY_ID', key_secret: process.env.COUNTERFOIL_KEY_SECRET })
client.api.rq.defaults.baseURL = 'BASE_URL'

const order = await client.orders.create({ amount: 50000, currency: 'INR', payment_capture: true })
const payment = await client.payments.createPaymentJson({
  amount: order.amount,
  currency: order.currency,
  order_id: order.id,
  email: 'payer@example.com',
  contact: '+919876543210',
  method: 'card',
  card: { number: '4100280000001007', name: 'Test Payer', expiry_month: '12', expiry_year: '30', cvv: '123' },
})
const refund = await client.payments.refund(payment.id, { amount: 10000 })
console.log(payment.status, refund.status)`,
  },
  ...AUTHORIZATION_SAMPLES,
} as const satisfies Record<string, { language: string; code: string }>

export type SampleName = keyof typeof PROGRAMS
export const SAMPLE_NAMES = Object.keys(PROGRAMS) as SampleName[]

export function guideSampleOf(
  name: SampleName,
  { baseUrl, keyId }: SampleReader,
): { language: string; code: string } {
  const { language, code } = PROGRAMS[name]
  return {
    language,
    code: code.replaceAll('BASE_URL', baseUrl).replaceAll('KEY_ID', keyId ?? 'key_test_YOUR_KEY_ID'),
  }
}
