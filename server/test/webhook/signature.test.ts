import { describe, expect, test } from 'vitest';
import { newSecret, signedHeaders } from '../../src/webhook/signature.ts';

describe('the signature of a webhook', () => {
  test('is that of the example of the Standard Webhooks specification', () => {
    const headers = signedHeaders('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      body: '{"test": 2432232314}',
      at: new Date(1_614_265_330_000),
    });
    expect(headers).toMatchObject({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  test('has a secret of 32 random bytes', () => {
    expect(Buffer.from(newSecret().slice('whsec_'.length), 'base64')).toHaveLength(32);
    expect(newSecret()).not.toBe(newSecret());
  });
});
