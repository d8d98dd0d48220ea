/** Every work that the code cites, by key. */
export const citations: Readonly<Record<string, string>> = {
  askance: 'Askance: docs/auto.md in this repository',
  'blum-1998':
    'A. Blum, A. Frieze, R. Kannan, S. Vempala: A polynomial-time algorithm for learning noisy linear threshold functions. Algorithmica 22 (1998) 35–52',
  'boser-1992':
    'B. E. Boser, I. M. Guyon, V. N. Vapnik: A training algorithm for optimal margin classifiers. COLT 1992, 144–152',
  'cavallanti-2007':
    'G. Cavallanti, N. Cesa-Bianchi, C. Gentile: Tracking the best hyperplane with a simple budget Perceptron. Machine Learning 69 (2007) 143–167',
  'cesa-bianchi-2005':
    'N. Cesa-Bianchi, A. Conconi, C. Gentile: A second-order Perceptron algorithm. SIAM Journal on Computing 34 (2005) 640–668',
  'cesa-bianchi-2006':
    'N. Cesa-Bianchi, C. Gentile, L. Zaniboni: Worst-case analysis of selective sampling for linear classification. JMLR 7 (2006) 1205–1230',
  'cesa-bianchi-2009':
    'N. Cesa-Bianchi, C. Gentile, F. Orabona: Robust bounds for classification via selective sampling. ICML 2009, 121–128',
  'crammer-2003':
    'K. Crammer, Y. Singer: Ultraconservative online algorithms for multiclass problems. JMLR 3 (2003) 951–991',
  'crammer-2006':
    'K. Crammer, O. Dekel, J. Keshet, S. Shalev-Shwartz, Y. Singer: Online passive-aggressive algorithms. JMLR 7 (2006) 551–585',
  'crammer-2008':
    'K. Crammer, M. Dredze, F. Pereira: Exact convex confidence-weighted learning. NIPS 2008, 345–352',
  'crammer-2009':
    'K. Crammer, A. Kulesza, M. Dredze: Adaptive regularization of weight vectors. NIPS 2009, 414–422',
  'dredze-2008':
    'M. Dredze, K. Crammer, F. Pereira: Confidence-weighted linear classification. ICML 2008, 264–271',
  'duchi-2011':
    'J. Duchi, E. Hazan, Y. Singer: Adaptive subgradient methods for online learning and stochastic optimization. JMLR 12 (2011) 2121–2159',
  'hao-2017':
    'S. Hao, P. Zhao, J. Lu, S. C. H. Hoi, C. Miao, C. Zhang: SOAL: Second-order online active learning (2017)',
  'hsieh-2008':
    'C.-J. Hsieh, K.-W. Chang, C.-J. Lin, S. S. Keerthi, S. Sundararajan: A dual coordinate descent method for large-scale linear SVM. ICML 2008, 408–415',
  'li-2002':
    'Y. Li, H. Zaragoza, R. Herbrich, J. Shawe-Taylor, J. Kandola: The Perceptron algorithm with uneven margins. ICML 2002, 379–386',
  'lu-2016':
    'J. Lu, P. Zhao, S. C. H. Hoi: Online passive-aggressive active learning. Machine Learning 103 (2016) 141–183',
  'moroshko-2014': 'E. Moroshko, K. Crammer: Selective sampling with drift. AISTATS 2014, 959–967',
  'rosenblatt-1958':
    'F. Rosenblatt: The Perceptron: a probabilistic model for information storage and organization in the brain. Psychological Review 65 (1958) 386–408',
  'zhai-2022':
    'T. Zhai, F. Koriche, Y. Gao, J. Zhu, B. Li: Online active classification via margin-based and feature-based label queries. Machine Learning 111 (2022) 2323–2348',
}
