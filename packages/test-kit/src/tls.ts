export { createTestCertificate, generateCertificate, type TestCertificate } from './test-certificate.ts';
export {
  type ReceivedRequest,
  type ReceiverAnswer,
  type ReceiverScript,
  startTlsReceiver,
  type TlsReceiver,
} from './tls-receiver.ts';
