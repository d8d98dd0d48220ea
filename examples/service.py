# The service from Python, with the standard library only. Start `npx askance serve --anonymous` first, then run
# `python3 examples/service.py`. With tokens: `npx askance serve`, then `python3 examples/service.py URL OWNER_TOKEN`.
import json
import random
import sys
import urllib.error
import urllib.parse
import urllib.request

url = sys.argv[1] if len(sys.argv) > 1 else 'http://127.0.0.1:8642'
owner = sys.argv[2] if len(sys.argv) > 2 else None


def call(token, method, path, body=None):
    headers = {'Content-Type': 'application/json'} if body is not None else {}
    if token:
        headers['Authorization'] = f'Bearer {token}'
    data = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(url + '/v1' + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        problem = json.load(error)
        sys.exit(f"{problem['status']} {problem['code']}: {problem['detail']}")


spam = ['Win a free prize now', 'Claim your free cash', 'Cheap loans, call now', 'You won a prize, reply now']
ham = ['See you at dinner', 'The bus is late', 'Lunch at home tomorrow?', 'Can you call mum tonight?']
random.seed(7)
texts = {f'sms-{k}': random.choice(random.choice([spam, ham])) for k in range(50)}

# The id is made from the title. The default objective is F1, which may predict spam with a confidence below 0.5.
settings = {'title': 'Messages', 'classes': ['ham', 'spam'], 'objective': 'accuracy', 'seed': 7}
stream = call(owner, 'POST', '/streams', settings)['id']
path = f'/streams/{stream}'

# A labeller needs a token of their own, restricted to this stream.
new_token = {'name': 'Ada', 'role': 'labeller', 'stream': stream}
labeller = call(owner, 'POST', '/tokens', new_token)['token'] if owner else None

answers = 0
for id, text in texts.items():
    decision = call(owner, 'POST', f'{path}/items', {'id': id, 'text': text})
    # Before the first answers the model knows nothing, and the confidence is 0.5.
    if decision['predicted'] == 'spam' and decision['modelVersion'] > 0:
        print(f"{id} is spam, confidence {decision['confidence']:.2f}: {text}")
    # Here a program labels. People would lease and answer at any later time.
    for question in call(labeller, 'POST', f'{path}/questions/lease', {'count': 10})['questions']:
        label = 'spam' if question['content']['text'] in spam else 'ham'
        asked = urllib.parse.quote(question['id'], safe='')
        call(labeller, 'POST', f'{path}/questions/{asked}/answer', {'label': label})
        answers += 1

accuracy = call(labeller, 'GET', f'{path}/quality')['all']['accuracy']
low, high = accuracy['anyTime']['low'], accuracy['anyTime']['high']
print(f"{len(texts)} items, {answers} answers")
print(f"Estimated accuracy: {accuracy['value']:.2f}, 95 % confidence interval {low:.2f} to {high:.2f}")
