"""Checks the parts of examples/askance.py that a running service does not show: retries and signatures."""

import base64
import hashlib
import hmac
import json
import threading
import time
import urllib.request
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from askance import Problem, Receiver, Service, verify

replies, requests = [], []


class Busy(BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers['Content-Length']))
        requests.append(self.headers['Idempotency-Key'])
        status, headers, body = replies.pop(0)
        if status is None:
            return self.close_connection
        self.send_response(status)
        for name, value in {**headers, 'Content-Length': len(body)}.items():
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(('127.0.0.1', 0), Busy)
threading.Thread(target=server.serve_forever, daemon=True).start()
waits = []
url = f'http://127.0.0.1:{server.server_port}/'
service = Service(url, tries=5, sleep=waits.append)
problem = json.dumps({'code': 'request/too-many', 'detail': 'too many requests'}).encode()

# Repeats with the same key, as long as Retry-After says, or else with growing pauses.
replies[:] = [(429, {'Retry-After': 7}, problem), (502, {}, b'<html>'), (None, {}, b''), (200, {}, b'{"id":"s"}')]
assert service.create_stream(['a', 'b']).id == 's'
assert len(requests) == 4 and len(set(requests)) == 1, requests
assert waits[0] == 7 and 1 <= waits[1] <= 2 and 2 <= waits[2] <= 4, waits

# Gives up, and does not repeat other errors.
replies[:] = [(503, {'Retry-After': 1}, problem)] * 5
for status, count, code in [(503, 5, 'request/too-many'), (422, 1, 'http')]:
    requests.clear()
    if status == 422:
        replies[:] = [(422, {}, b'nonsense')]
    try:
        service.create_stream(['a', 'b'])
        raise AssertionError('it was refused')
    except Problem as error:
        assert (error.status, error.code) == (status, code), error
    assert len(requests) == count, requests
assert len(set(requests)) == 1

# A changed body, another key, another time or no signature are not accepted.
key = b'k' * 32
secret = 'whsec_' + base64.b64encode(key).decode()


def signed(body, at):
    text = b'msg_1.' + str(at).encode() + b'.' + body
    mark = 'v1,' + base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()
    return {'webhook-id': 'msg_1', 'webhook-timestamp': str(at), 'webhook-signature': f'v1,other {mark}'}


now = int(time.time())
body = '{"type":"answer.learned","label":"grün"}'.encode()
assert verify(secret, signed(body, now), body)
assert not verify(secret, signed(body, now), body + b' ')
assert not verify('whsec_' + base64.b64encode(b'x' * 32).decode(), signed(body, now), body)
assert not verify(secret, signed(body, now - 301), body)
assert not verify(secret, {**signed(body, now), 'webhook-timestamp': 'now'}, body)
assert not verify(secret, {}, body)

# A receiver calls its function once for a message, and again if it failed.
calls, fails = [], [True]


def on_message(message):
    calls.append(message['label'])
    if fails.pop() if fails else False:
        raise ValueError('not now')


receiver = Receiver(('127.0.0.1', 0), on_message, secret)
receiver.handle_error = lambda *_: None
threading.Thread(target=receiver.serve_forever, daemon=True).start()


def post(headers):
    request = urllib.request.Request(f'http://127.0.0.1:{receiver.server_port}/', body, headers, method='POST')
    try:
        return urllib.request.urlopen(request).status
    except urllib.error.HTTPError as error:
        return error.code


assert [post(signed(body, now)) for _ in range(3)] == [500, 204, 204]
assert post({}) == 401
assert calls == ['grün', 'grün'], calls

# The same message while the first is handled is refused, not handled a second time.
entered, left = threading.Event(), threading.Event()
slow = Receiver(('127.0.0.1', 0), lambda _: entered.set() or left.wait(60), secret)
first = []
handling = threading.Thread(target=lambda: first.append(slow.handle_once('msg_2', body)))
handling.start()
assert entered.wait(60)
assert slow.handle_once('msg_2', body) == 503
left.set()
handling.join()
assert [*first, slow.handle_once('msg_2', body)] == [204, 204], first
print('checked')

# A redirect is not followed: it would send the token elsewhere.
elsewhere = []


class Redirecting(BaseHTTPRequestHandler):
    def do_GET(self):
        elsewhere.append(self.path)
        self.send_response(302)
        self.send_header('Location', '/elsewhere')
        self.send_header('Content-Length', '0')
        self.end_headers()

    def log_message(self, *_):
        pass


redirecting = ThreadingHTTPServer(('127.0.0.1', 0), Redirecting)
threading.Thread(target=redirecting.serve_forever, daemon=True).start()
try:
    Service(f'http://127.0.0.1:{redirecting.server_port}', 'token', tries=1).request('GET', '/streams')
    raise AssertionError('a redirect was followed')
except Problem as problem:
    assert problem.status == 302 and elsewhere == ['/v1/streams'], elsewhere
redirecting.shutdown()

# A message of a negative length is refused before it is read.
guarded = Receiver(('127.0.0.1', 0), lambda _: None, 'whsec_AAAA')
threading.Thread(target=guarded.serve_forever, daemon=True).start()
connection = HTTPConnection('127.0.0.1', guarded.server_port, timeout=20)
connection.putrequest('POST', '/')
connection.putheader('Content-Length', '-1')
connection.endheaders()
assert connection.getresponse().status == 413
guarded.shutdown()
