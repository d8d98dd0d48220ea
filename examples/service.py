# The service from Python, with the client in askance.py. Start `npx askance serve --anonymous --private-hooks` first, then run
# `python3 examples/service.py`. With tokens, leave out --anonymous and run `python3 examples/service.py URL OWNER_TOKEN`.
import random
import sys
import threading

from askance import Receiver, Service

spam = ['Win a free prize now', 'Claim your free cash', 'Cheap loans, call now', 'You won a prize, reply now']
ham = ['See you at dinner', 'The bus is late', 'Lunch at home tomorrow?', 'Can you call mum tonight?']
random.seed(7)
texts = {f'sms-{k}': random.choice(random.choice([spam, ham])) for k in range(60)}

url, token = (sys.argv[1:] + [None, None])[:2]
service = Service(url or 'http://127.0.0.1:8642', token)

# The id is made from the title. The default objective is F1, which may predict spam with a confidence below 0.5.
messages = service.create_stream(['ham', 'spam'], title='Messages', objective='accuracy', seed=7)

# Act on sure predictions: the service calls this program.
moved = []
done = threading.Event()


def move(message):
    for item in message['data']['predictions']:
        moved.append(item['id'])
        print(f"{item['id']} is spam, confidence {item['confidence']:.2f}: {texts[item['id']]}")
    done.set()


receiver = Receiver(('127.0.0.1', 0), move)
threading.Thread(target=receiver.serve_forever, daemon=True).start()
own_url = f'http://127.0.0.1:{receiver.server_port}/'
receiver.secret = messages.create_hook(own_url, ['item.predicted'], classes=['spam'], minConfidence=0.7)['secret']

# A labeller needs a token of their own, restricted to this stream. Here a program labels; people use the desk, at any time.
ada = service
if service.token:
    ada = Service(service.url, service.create_token('Ada', 'labeller', messages.id))
desk = ada.stream(messages.id)

answers = 0
for decision in messages.send(({'id': id, 'text': text} for id, text in texts.items()), batch=5):
    for question in desk.lease(10):
        desk.answer(question['id'], 'spam' if question['content']['text'] in spam else 'ham')
        answers += 1

done.wait(30)
accuracy = messages.quality()['all']['accuracy']
low, high = accuracy['anyTime']['low'], accuracy['anyTime']['high']
print(f"{len(texts)} items, {answers} answers, {len(moved)} moved")
print(f"Estimated accuracy: {accuracy['value']:.2f}, 95 % confidence interval {low:.2f} to {high:.2f}", flush=True)
messages.export(sys.stdout.buffer)
