"""A client for the Askance service in one file, with the standard library only (Python 3.8 or newer).

Copy it into your project. Every method is one request, and raises `Problem` if the service refuses it::

    service = Service('http://127.0.0.1:8642', token)
    mails = service.create_stream(['ham', 'spam'], title='Mails')
    for decision in mails.send({'id': key, 'text': text} for key, text in texts.items()):
        print(decision['id'], decision['predicted'], decision['confidence'])
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import random
import shutil
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from http.client import HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from typing import Any, BinaryIO, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Set, Union

Json = Dict[str, Any]
Label = Union[str, Sequence[str]]

# The service, its owner node or a proxy is busy, starting or away.
BUSY = (429, 502, 503)
MAX_WAIT = 60.0
MAX_SEEN = 10_000


class Problem(Exception):
    """A request that the service refused: `status`, `code` (see docs/errors.md) and `detail`."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(f'{status} {code}: {detail}')
        self.status, self.code, self.detail = status, code, detail


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    # The service never redirects, and a redirect would send the token to another host.
    def redirect_request(self, *_: Any) -> None: ...


_OPENER = urllib.request.build_opener(_NoRedirects)


class Service:
    """A service at a URL.

    Requests are repeated if the service is busy, starting or unreachable: after the time in `Retry-After`, or else after
    pauses that double, at most `tries` times. `sleep` can be replaced, for example in tests.
    """

    def __init__(
        self,
        url: str,
        token: Optional[str] = None,
        *,
        tries: int = 6,
        timeout: float = 60,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.url = url.rstrip('/')
        self.token = token
        self.tries = tries
        self.timeout = timeout
        self.sleep = sleep

    def create_stream(self, classes: Sequence[str], **settings: Any) -> Stream:
        """Creates a stream. `settings` are those of the API: `title`, `budget`, `objective`, `multiLabel` …"""
        return Stream(self, self.request('POST', '/streams', {'classes': list(classes), **settings})['id'])

    def stream(self, id: str) -> Stream:
        """A stream that exists."""
        return Stream(self, id)

    def create_token(self, name: str, role: str, stream: Optional[str] = None) -> str:
        """Creates a token for an `owner`, a `labeller` or a `reader`, possibly for one stream only."""
        body = {'name': name, 'role': role, **({'stream': stream} if stream else {})}
        return self.request('POST', '/tokens', body)['token']

    def request(self, method: str, path: str, body: Optional[Json] = None) -> Any:
        """Sends a request to a path below `/v1` and returns the JSON of the response, or None if it has no body.

        A POST has an idempotency key, so repeating it does nothing twice.
        """
        with self.open(method, path, body) as response:
            text = response.read()
        return json.loads(text) if text else None

    def open(self, method: str, path: str, body: Optional[Json] = None) -> Any:
        """Sends a request and returns the open response, for bodies that are not JSON."""
        headers = {'Accept': '*/*'}
        if self.token:
            headers['Authorization'] = f'Bearer {self.token}'
        if body is not None:
            headers['Content-Type'] = 'application/json'
        if method == 'POST':
            headers['Idempotency-Key'] = str(uuid.uuid4())
        data = None if body is None else json.dumps(body, allow_nan=False).encode()
        request = urllib.request.Request(f'{self.url}/v1{path}', data, headers, method=method)
        for attempt in range(1, self.tries + 1):
            wait = min(MAX_WAIT, 2.0 ** (attempt - 1)) * random.uniform(0.5, 1)
            try:
                return _OPENER.open(request, timeout=self.timeout)
            except urllib.error.HTTPError as error:
                problem = problem_of(error)
                if error.code not in BUSY or attempt == self.tries:
                    raise problem from None
                wait = retry_after(error.headers.get('Retry-After'), wait)
            except (OSError, HTTPException):
                if attempt == self.tries:
                    raise
            self.sleep(wait)
        raise AssertionError('tries must be at least 1')


class Stream:
    """A stream of a service."""

    def __init__(self, service: Service, id: str) -> None:
        self.service = service
        self.id = id

    def __repr__(self) -> str:
        return f'Stream({self.service.url!r}, {self.id!r})'

    def send(self, items: Iterable[Mapping[str, Any]], batch: int = 100) -> Iterator[Json]:
        """Sends items in batches, and yields the decision about each: `predicted`, `confidence`, `asked` …

        An item has an `id` and `text`, `features`, or both. The same id again returns the first decision, so a program that
        was interrupted can send everything again. Small batches learn between the questions, large ones are faster.
        """
        for part in batches(items, batch):
            yield from self._request('POST', '/items', {'items': part})['decisions']

    def teach(self, items: Iterable[Mapping[str, Any]], batch: int = 1000) -> int:
        """Learns items that have a `label` (or `labels`) already; returns how many."""
        return sum(self._request('POST', '/examples', {'items': part})['taught'] for part in batches(items, batch))

    def predict(self, items: Iterable[Mapping[str, Any]], batch: int = 1000) -> Iterator[Json]:
        """Predicts items without storing them or asking about them."""
        for part in batches(items, batch):
            yield from self._request('POST', '/predict', {'items': part})['predictions']

    def lease(self, count: int = 1) -> List[Json]:
        """Leases open questions for the person of the token: nobody else is shown them for some time."""
        return self._request('POST', '/questions/lease', {'count': count})['questions']

    def answer(self, id: str, label: Label) -> Json:
        """Answers a leased question, with a list of labels in a multi-label stream."""
        body = {'label': label} if isinstance(label, str) else {'labels': list(label)}
        return self._request('POST', f'/questions/{quoted(id)}/answer', body)

    def skip(self, id: str) -> None:
        """Leaves a leased question to others."""
        self._request('POST', f'/questions/{quoted(id)}/skip')

    def quality(self) -> Json:
        """The estimated quality, with confidence intervals."""
        return self._request('GET', '/quality')

    def export(self, file: BinaryIO, format: str = 'csv') -> None:
        """Writes all items with their answers or predictions to a binary file: csv, jsonl, parquet, prodigy …"""
        path = f'/streams/{quoted(self.id)}/labelled?{urllib.parse.urlencode({"format": format})}'
        with self.service.open('GET', path) as response:
            shutil.copyfileobj(response, file)

    def create_hook(self, url: str, events: Sequence[str], **filter: Any) -> Json:
        """Creates a webhook; keep the `secret` of the result.

        `classes`, `minConfidence` and `maxConfidence` select the predictions of `item.predicted`.
        """
        body = {'url': url, 'events': list(events), **({'filter': filter} if filter else {})}
        return self._request('POST', '/hooks', body)

    def delete(self) -> None:
        """Deletes the stream with all items, answers and its model."""
        self._request('DELETE', '')

    def _request(self, method: str, path: str, body: Optional[Json] = None) -> Any:
        return self.service.request(method, f'/streams/{quoted(self.id)}{path}', body)


def verify(secret: str, headers: Mapping[str, str], body: bytes, *, tolerance: float = 300) -> bool:
    """Whether a webhook message is authentic and recent (Standard Webhooks: HMAC-SHA256 of id, time and raw body)."""
    id, timestamp = headers.get('webhook-id', ''), headers.get('webhook-timestamp', '')
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > tolerance:
        return False
    key = base64.b64decode(secret[len('whsec_'):] if secret.startswith('whsec_') else secret)
    signed = hmac.new(key, b'.'.join([id.encode(), timestamp.encode(), body]), hashlib.sha256).digest()
    expected = b'v1,' + base64.b64encode(signed)
    given = headers.get('webhook-signature', '').encode().split()
    return any(hmac.compare_digest(one, expected) for one in given)


class Receiver(ThreadingHTTPServer):
    """Receives webhook messages and calls `on_message` with each valid one.

    Messages are answered after `on_message` returns; if it raises, the service sends the message again later. A message that
    arrives again while it is handled, or afterwards, is not handled twice, unless the program was restarted in between.
    `on_message` runs in several threads and should return within ten seconds, when the service gives up a request. The secret is
    known only after the webhook was created: set it then. Behind a proxy with TLS, listen on a loopback address.
    """

    daemon_threads = True

    def __init__(self, address: tuple, on_message: Callable[[Json], None], secret: Optional[str] = None) -> None:
        super().__init__(address, _Handler)
        self.on_message = on_message
        self.secret = secret
        # The ids of messages: of those that are handled now, and of the latest ones that were handled.
        self.lock = threading.Lock()
        self.running: Set[str] = set()
        self.seen: Dict[str, None] = {}

    def handle_once(self, id: str, body: bytes) -> int:
        """Handles a message unless it was handled; returns the HTTP status, 503 while another thread handles it."""
        with self.lock:
            if id in self.seen:
                return 204
            if id in self.running:
                return 503
            self.running.add(id)
        try:
            self.on_message(json.loads(body))
            with self.lock:
                self.seen[id] = None
                while len(self.seen) > MAX_SEEN:
                    del self.seen[next(iter(self.seen))]
            return 204
        finally:
            with self.lock:
                self.running.discard(id)


class _Handler(BaseHTTPRequestHandler):
    server: Receiver
    MAX_BODY = 1 << 24
    # Seconds that a sender may pause.
    timeout = 30

    def do_POST(self) -> None:
        length = self.headers.get('Content-Length') or '0'
        # A negative length would read until the sender stops.
        if not length.isdecimal() or int(length) > self.MAX_BODY:
            return self._reply(413)
        body = self.rfile.read(int(length))
        secret = self.server.secret
        if secret is None or not verify(secret, self.headers, body):
            return self._reply(401)
        try:
            status = self.server.handle_once(self.headers['webhook-id'], body)
        except Exception:
            self._reply(500)
            raise
        self._reply(status)

    def _reply(self, status: int) -> None:
        self.send_response(status)
        self.send_header('Content-Length', '0')
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet: a program that receives messages reports what matters itself."""


def batches(items: Iterable[Mapping[str, Any]], size: int) -> Iterator[List[Mapping[str, Any]]]:
    """Splits items into lists of at most `size`, without reading ahead."""
    rest = iter(items)
    while part := list(islice(rest, size)):
        yield part


def quoted(part: str) -> str:
    """A part of a path."""
    return urllib.parse.quote(part, safe='')


def retry_after(header: Optional[str], otherwise: float) -> float:
    """The seconds to wait that a response asks for, if it says so."""
    return min(MAX_WAIT, float(header)) if header and header.isdecimal() else otherwise


def problem_of(error: urllib.error.HTTPError) -> Problem:
    """The problem of a response; one of a proxy may not be JSON."""
    try:
        found = json.load(error)
        return Problem(error.code, found['code'], found['detail'])
    except (ValueError, KeyError, TypeError):
        return Problem(error.code, 'http', error.reason)
